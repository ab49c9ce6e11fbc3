package main

import (
	"fmt"
	"slices"
	"strings"
)

// writeTypeScript returns the generated files of the TypeScript client.
func writeTypeScript(api *API) (map[string][]byte, error) {
	return map[string][]byte{
		"typescript/src/models.ts": []byte(tsModels(api)),
		"typescript/src/client.ts": []byte(tsOperations(api)),
	}, nil
}

func tsModels(api *API) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\n\n/** What went wrong, in a word that never changes. */\nexport type ErrorCode =%s;\n", header, tsWords(api.Codes, "\n  | "))
	for _, m := range api.Models {
		if m.Words != nil {
			continue
		}
		b.WriteString("\n" + tsDoc(m.Doc, ""))
		fmt.Fprintf(&b, "export interface %s {\n", m.Name)
		for _, f := range m.Fields {
			b.WriteString(tsDoc(f.Doc, "  "))
			fmt.Fprintf(&b, "  %s: %s;\n", tsName(f), tsType(f.Type))
		}
		b.WriteString("}\n")
	}
	for _, o := range api.Operations {
		if len(o.InQuery) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n/** The parameters of %s. */\nexport interface %s {\n", o.ID, tsParams(o))
		for _, f := range o.InQuery {
			b.WriteString(tsDoc(f.Doc, "  "))
			several := ""
			if f.Several {
				several = " | readonly string[]"
			}
			fmt.Fprintf(&b, "  %s: %s%s | undefined;\n", tsName(f), tsType(f.Type), several)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// tsName returns the name of a member, with a mark if it may be absent.
func tsName(f *Field) string {
	if f.Required {
		return f.Name
	}
	return f.Name + "?"
}

// tsParams names the parameters of an operation.
func tsParams(o *Operation) string {
	return strings.ToUpper(o.ID[:1]) + o.ID[1:] + "Params"
}

// tsDoc returns a text as a comment, nothing for none.
func tsDoc(text, indent string) string {
	if text == "" {
		return ""
	}
	text = strings.ReplaceAll(text, "*/", "*\\/")
	lines := wrap(text, indent+" * ")
	if strings.Count(lines, "\n") == 1 {
		return indent + "/** " + strings.TrimSpace(strings.TrimPrefix(lines, indent+" * ")) + " */\n"
	}
	return indent + "/**\n" + lines + indent + " */\n"
}

func tsWords(words []string, between string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 || strings.HasPrefix(between, "\n") {
			b.WriteString(between)
		}
		fmt.Fprintf(&b, "%q", w)
	}
	return b.String()
}

func tsType(t *Type) string {
	name := "unknown"
	switch t.Kind {
	case String, Time:
		name = "string"
		if t.Words != nil {
			name = tsWords(t.Words, " | ")
		}
	case Int32, Int64, Double:
		name = "number"
	case Bool:
		name = "boolean"
	case List:
		if name = tsType(t.Of); strings.Contains(name, " ") {
			name = "(" + name + ")"
		}
		name += "[]"
	case Map:
		name = "Record<string, " + tsType(t.Of) + ">"
	case Object:
		name = t.Name
	case Choice:
		choices := make([]string, len(t.Choices))
		for i, one := range t.Choices {
			choices[i] = tsType(one)
		}
		name = strings.Join(choices, " | ")
	}
	if t.Nullable && name != "unknown" {
		name += " | null"
	}
	return name
}

func tsOperations(api *API) string {
	var methods strings.Builder
	used := map[string]bool{}
	for _, o := range api.Operations {
		tsMethod(&methods, o, used)
		if o.Paging != nil {
			tsIterator(&methods, o, used)
		}
		if o.Counts {
			tsCount(&methods, o, used)
		}
	}
	var names []string
	for name := range used {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\n\nimport type {\n", header)
	for _, name := range names {
		fmt.Fprintf(&b, "  %s,\n", name)
	}
	b.WriteString("} from \"./models.ts\";\nimport { type Answer, type RequestOptions, Transport } from \"./transport.ts\";\n\n")
	b.WriteString("/** Calls one service with one key. */\nexport class Kinodex extends Transport {\n")
	b.WriteString(strings.TrimPrefix(methods.String(), "\n"))
	b.WriteString("}\n")
	return b.String()
}

// tsUsed notes the models that a type names.
func tsUsed(t *Type, used map[string]bool) {
	if t.Kind == Object {
		used[t.Name] = true
	}
	if t.Of != nil {
		tsUsed(t.Of, used)
	}
	for _, one := range t.Choices {
		tsUsed(one, used)
	}
}

// tsSignature returns the parameters of a method, but for options.
func tsSignature(o *Operation, used map[string]bool) string {
	var all []string
	for _, f := range o.InPath {
		all = append(all, f.Name+": string")
	}
	if o.Body != nil {
		used[o.Body.Name] = true
		none := ""
		if !o.BodyRequired {
			none = " = {}"
		}
		all = append(all, "body: "+o.Body.Name+none)
	}
	if len(o.InQuery) > 0 {
		used[tsParams(o)] = true
		none := " = {}"
		if slices.ContainsFunc(o.InQuery, func(f *Field) bool { return f.Required }) {
			none = ""
		}
		all = append(all, "params: "+tsParams(o)+none)
	}
	return strings.Join(append(all, "options?: RequestOptions"), ", ")
}

func tsMethod(b *strings.Builder, o *Operation, used map[string]bool) {
	tsUsed(o.Answer, used)
	b.WriteString("\n" + tsDoc(sentence(o.Summary)+" "+o.Doc, "  "))
	path := "\"" + o.Path + "\""
	for _, f := range o.InPath {
		path = "`" + strings.ReplaceAll(strings.Trim(path, "\"`"), "{"+f.Name+"}", "${encodeURIComponent("+f.Name+")}") + "`"
	}
	call := fmt.Sprintf("method: %q, path: %s", o.Method, path)
	var query []string
	for _, f := range o.Always {
		query = append(query, fmt.Sprintf("%s: %q", f.Name, f.Type.Words[0]))
	}
	if len(o.InQuery) > 0 && len(query) == 0 {
		call += ", query: params"
	} else if len(query) > 0 {
		if len(o.InQuery) > 0 {
			query = append(query, "...params")
		}
		call += ", query: { " + strings.Join(query, ", ") + " }"
	}
	if o.Body != nil {
		call += ", body"
	}
	if o.Member != "" {
		call += fmt.Sprintf(", member: %q", o.Member)
	}
	if o.Repeatable {
		call += ", repeatable: true"
	}
	answer := tsType(o.Answer)
	if o.Lines {
		fmt.Fprintf(b, "  %s(%s): AsyncGenerator<%s, void, undefined> {\n    return this.lines<%s>({ %s }, options);\n  }\n", o.ID, tsSignature(o, used), answer, answer, call)
		return
	}
	fmt.Fprintf(b, "  %s(%s): Answer<%s> {\n    return this.call<%s>({ %s }, options);\n  }\n", o.ID, tsSignature(o, used), answer, answer, call)
}

// tsIterator writes the iterator over the pages of a list.
func tsIterator(b *strings.Builder, o *Operation, used map[string]bool) {
	p := o.Paging
	tsUsed(p.Row, used)
	b.WriteString("\n" + tsDoc("Yields what "+o.ID+" lists, page after page, of the largest size unless there is a limit.", "  "))
	before := ""
	for _, f := range o.InPath {
		before += f.Name + ", "
	}
	fmt.Fprintf(b, "  %s(%s): AsyncGenerator<%s, void, undefined> {\n", all(o.ID), tsSignature(o, used), tsType(p.Row))
	fmt.Fprintf(b, "    return this.pages<%s>((asked: %s) => this.%s(%sasked, options), %q, %q, %d, params);\n  }\n",
		tsType(p.Row), tsParams(o), o.ID, before, p.Param, p.Next, p.Most)
}

// tsCount writes the method that counts what a list gives.
func tsCount(b *strings.Builder, o *Operation, used map[string]bool) {
	b.WriteString("\n" + tsDoc("Resolves to how many there are of what "+o.ID+" lists, without any of it. It takes no notice of facets, limit and cursor.", "  "))
	fmt.Fprintf(b, "  async %s(%s): Promise<number> {\n", count(o.ID), tsSignature(o, used))
	fmt.Fprintf(b, "    return (await this.%s({ ...params, facets: \"total\", limit: 0, cursor: undefined }, options)).meta.total;\n  }\n", o.ID)
}
