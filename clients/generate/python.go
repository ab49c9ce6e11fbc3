package main

import (
	"fmt"
	"slices"
	"strings"
)

// writePython returns the generated files of the Python client.
func writePython(api *API) (map[string][]byte, error) {
	return map[string][]byte{
		"python/kinodex/models.py":      []byte(pyModels(api)),
		"python/kinodex/errors.py":      []byte(pyErrors(api)),
		"python/kinodex/_operations.py": []byte(pyOperations(api)),
	}, nil
}

// reserved are words of Python that cannot be names.
var reserved = []string{"from", "class", "global", "is", "in", "not", "or", "and", "with", "as", "if", "else", "for", "import", "lambda", "pass", "def", "return"}

func pyModels(api *API) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\"\"\"What requests and answers are made of: dictionaries with these members.\"\"\"\n\nfrom __future__ import annotations\n\n", header)
	b.WriteString("from typing import Any, Literal, NotRequired, TypedDict\n")
	for _, m := range api.Models {
		if m.Words != nil {
			fmt.Fprintf(&b, "\n%s = str\n", m.Name)
			continue
		}
		if slices.ContainsFunc(m.Fields, func(f *Field) bool { return slices.Contains(reserved, f.Name) }) {
			pyMapping(&b, m)
			continue
		}
		fmt.Fprintf(&b, "\n\nclass %s(TypedDict):\n", m.Name)
		b.WriteString(pyDoc(m.Doc, "    "))
		for _, f := range m.Fields {
			b.WriteString(wrap(goDoc(&Field{Doc: f.Doc, Type: &Type{}}), "    # "))
			fmt.Fprintf(&b, "    %s: %s\n", f.Name, pyField(f))
		}
		if m.Doc == "" && len(m.Fields) == 0 {
			b.WriteString("    pass\n")
		}
	}
	return b.String()
}

// pyMapping writes a model with a member whose name is a word of Python.
func pyMapping(b *strings.Builder, m *Model) {
	b.WriteString("\n\n" + wrap(m.Doc, "# "))
	fmt.Fprintf(b, "%s = TypedDict(\"%s\", {\n", m.Name, m.Name)
	for _, f := range m.Fields {
		fmt.Fprintf(b, "    %q: %q,\n", f.Name, pyField(f))
	}
	b.WriteString("})\n")
}

func pyField(f *Field) string {
	if f.Required {
		return pyType(f.Type)
	}
	return "NotRequired[" + pyType(f.Type) + "]"
}

// pyDoc returns a text as a docstring, nothing for none.
func pyDoc(text, indent string) string {
	if text == "" {
		return ""
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), `"""`, `'''`)
	lines := strings.TrimSpace(wrap(text, indent))
	if !strings.Contains(lines, "\n") {
		return indent + `"""` + lines + `"""` + "\n"
	}
	return indent + `"""` + lines + "\n" + indent + `"""` + "\n"
}

func pyType(t *Type) string {
	name := "Any"
	switch t.Kind {
	case String:
		name = "str"
		if t.Words != nil {
			quoted := make([]string, len(t.Words))
			for i, w := range t.Words {
				quoted[i] = fmt.Sprintf("%q", w)
			}
			name = "Literal[" + strings.Join(quoted, ", ") + "]"
		}
	case Time:
		name = "str"
	case Int32, Int64:
		name = "int"
	case Double:
		name = "float"
	case Bool:
		name = "bool"
	case List:
		name = "list[" + pyType(t.Of) + "]"
	case Map:
		name = "dict[str, " + pyType(t.Of) + "]"
	case Object:
		name = t.Name
	case Choice:
		choices := make([]string, len(t.Choices))
		for i, one := range t.Choices {
			choices[i] = pyType(one)
		}
		name = strings.Join(choices, " | ")
	}
	if t.Nullable && name != "Any" {
		name += " | None"
	}
	return name
}

func pyErrors(api *API) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\"\"\"Errors: one class for each code, all of them APIError.\"\"\"\n\nfrom __future__ import annotations\n\n", header)
	b.WriteString("from ._errors import APIError, ConnectionFailedError, CorruptDownloadError, KinodexError\n")
	names := []string{"APIError", "ConnectionFailedError", "CorruptDownloadError", "KinodexError"}
	codes := slices.Clone(api.Codes)
	slices.SortStableFunc(codes, func(a, _ string) int { // before those that are kinds of it
		if a == "not_found" {
			return -1
		}
		return 0
	})
	var table strings.Builder
	for _, code := range codes {
		name, of := strings.TrimSuffix(camel(code), "Error")+"Error", "APIError"
		if strings.HasSuffix(code, "_not_found") {
			of = "NotFoundError"
		}
		names = append(names, name)
		fmt.Fprintf(&b, "\n\nclass %s(%s):\n    \"\"\"The code is %s.\"\"\"\n\n    code = %q\n", name, of, code, code)
		fmt.Fprintf(&table, "    %q: %s,\n", code, name)
	}
	fmt.Fprintf(&b, "\n\nby_code: dict[str, type[APIError]] = {\n%s}\n\n__all__ = [\n", table.String())
	for _, name := range names {
		fmt.Fprintf(&b, "    %q,\n", name)
	}
	b.WriteString("]\n")
	return b.String()
}

func pyOperations(api *API) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\"\"\"The operations of the interface as methods.\"\"\"\n\nfrom __future__ import annotations\n\n", header)
	b.WriteString("from collections.abc import AsyncIterator, Iterator, Sequence\nfrom typing import Any, Literal\nfrom typing import cast as _cast\n\n")
	b.WriteString("from . import models\nfrom ._async import Async\nfrom ._snapshot import Downloads\nfrom ._transport import segment as _segment\n")
	b.WriteString("\n\nclass Kinodex(Downloads):\n    \"\"\"Calls one service with one key.\"\"\"\n")
	for _, o := range api.Operations {
		pyMethod(&b, o)
		if o.Paging != nil {
			pyIterator(&b, o)
		}
		if o.Counts {
			pyCount(&b, counting(o))
		}
	}
	b.WriteString("\n\nclass AsyncKinodex(Async):\n    \"\"\"Calls one service with one key; its methods are to await.\n\n    They run those of ``sync`` in threads.\n    \"\"\"\n\n")
	b.WriteString("    def __init__(self, base_url: str, key: str | None = None, **settings: Any):\n        \"\"\"Make a client; settings are those of Kinodex.\"\"\"\n        super().__init__(Kinodex(base_url, key, **settings))\n")
	for _, o := range api.Operations {
		pyAsync(&b, o, snake(o.ID), o.Lines)
		if o.Paging != nil {
			pyAsync(&b, o, snake(all(o.ID)), true)
		}
		if o.Counts {
			pyAsync(&b, counting(o), snake(count(o.ID)), false)
		}
	}
	return b.String()
}

// pyArgument is a parameter of a method.
type pyArgument struct{ name, declared string }

// pyArguments returns the parameters of a method: those in the path, then by name those of
// the query and the members of the body.
func pyArguments(o *Operation) (positional, named []pyArgument) {
	for _, f := range o.InPath {
		positional = append(positional, pyArgument{f.Name, f.Name + ": str"})
	}
	fields := o.InQuery
	if o.Body != nil {
		fields = slices.Concat(fields, o.Body.Fields)
	}
	for _, required := range []bool{true, false} {
		for _, f := range fields {
			if f.Required != required {
				continue
			}
			declared := f.Name + ": " + pyQualified(f.Type)
			if f.Several {
				declared += " | Sequence[str]"
			}
			if !required {
				declared = strings.TrimSuffix(declared, " | None") + " | None = None"
			}
			named = append(named, pyArgument{f.Name, declared})
		}
	}
	if o.Repeatable {
		named = append(named, pyArgument{"idempotency_key", "idempotency_key: str | None = None"})
	}
	return positional, named
}

// pyQualified returns a type as a method has it: models from their module, and any
// sequence where a list is asked for.
func pyQualified(t *Type) string {
	of := *t
	of.Nullable = false
	text := ""
	switch t.Kind {
	case Object:
		text = "models." + t.Name
	case List:
		text = "Sequence[" + pyQualified(t.Of) + "]"
	case Map:
		text = "dict[str, " + pyQualified(t.Of) + "]"
	case Choice:
		var choices []string
		for _, one := range t.Choices {
			choices = append(choices, pyQualified(one))
		}
		text = strings.Join(choices, " | ")
	default:
		text = pyType(&of)
	}
	if t.Nullable && text != "Any" {
		text += " | None"
	}
	return text
}

// pySignature returns the parameters of a method as it declares them.
func pySignature(o *Operation) string {
	positional, named := pyArguments(o)
	s := "self"
	for _, a := range positional {
		s += ", " + a.declared
	}
	if len(named) > 0 {
		s += ", *"
	}
	for _, a := range named {
		s += ", " + a.declared
	}
	return s
}

// pyPassed returns the parameters of a method as it passes them on by name.
func pyPassed(o *Operation) string {
	positional, named := pyArguments(o)
	var passed []string
	for _, a := range slices.Concat(positional, named) {
		passed = append(passed, a.name+"="+a.name)
	}
	return strings.Join(passed, ", ")
}

// pyDict returns fields as a dictionary of the parameters of those names.
func pyDict(fields []*Field, more ...string) string {
	var members []string
	for _, f := range fields {
		members = append(members, fmt.Sprintf("%q: %s", f.Name, f.Name))
	}
	return "{" + strings.Join(append(members, more...), ", ") + "}"
}

// pyExplained returns the docstring of a method: what it does, and each parameter.
func pyExplained(o *Operation, begins string) string {
	const indent = "        "
	var b strings.Builder
	b.WriteString(begins + "\n")
	if o.Doc != "" {
		b.WriteString("\n" + wrap(o.Doc, indent))
	}
	fields := slices.Concat(o.InPath, o.InQuery)
	if o.Body != nil {
		fields = append(fields, o.Body.Fields...)
	}
	if len(fields) > 0 {
		b.WriteString("\n")
	}
	for _, f := range fields {
		b.WriteString(strings.Replace(wrap(f.Name+": "+f.Doc, indent+"  "), indent+"  ", indent, 1))
	}
	text := strings.ReplaceAll(strings.ReplaceAll(b.String(), `\`, `\\`), `"""`, `'''`)
	if strings.Count(text, "\n") == 1 {
		return indent + `"""` + strings.TrimSpace(text) + `"""` + "\n"
	}
	return indent + `"""` + text + indent + `"""` + "\n"
}

// pyAnswer returns what a method returns.
func pyAnswer(o *Operation) string {
	if o.Lines {
		return "Iterator[" + pyQualified(o.Answer) + "]"
	}
	return strings.ReplaceAll(pyQualified(o.Answer), "Sequence[", "list[")
}

func pyMethod(b *strings.Builder, o *Operation) {
	fmt.Fprintf(b, "\n    def %s(%s) -> %s:\n", snake(o.ID), pySignature(o), pyAnswer(o))
	b.WriteString(pyExplained(o, sentence(o.Summary)))
	path := fmt.Sprintf("%q", o.Path)
	for _, f := range o.InPath {
		path = strings.ReplaceAll(path, "{"+f.Name+"}", "{_segment('"+f.Name+"', "+f.Name+")}")
	}
	if len(o.InPath) > 0 {
		path = "f" + path
	}
	var always []string
	for _, f := range o.Always {
		always = append(always, fmt.Sprintf("%q: %q", f.Name, f.Type.Words[0]))
	}
	args := fmt.Sprintf("%q, %s, %s", o.Method, path, pyDict(o.InQuery, always...))
	if o.Lines {
		fmt.Fprintf(b, "        return self._lines(%s)\n", args)
		return
	}
	if o.Body != nil {
		args += ", body=" + pyDict(o.Body.Fields)
	}
	if o.Member != "" {
		args += fmt.Sprintf(", member=%q", o.Member)
	}
	if o.Repeatable {
		args += ", repeatable=True, idempotency_key=idempotency_key"
	}
	fmt.Fprintf(b, "        return _cast(%q, self._call(%s))\n", pyAnswer(o), args)
}

// pyIterator writes the iterator over the pages of a list.
func pyIterator(b *strings.Builder, o *Operation) {
	p := o.Paging
	fmt.Fprintf(b, "\n    def %s(%s) -> Iterator[%s]:\n", snake(all(o.ID)), pySignature(o), pyQualified(p.Row))
	fmt.Fprintf(b, "        \"\"\"Yield what %s lists, page after page, of the largest size unless there is a limit.\"\"\"\n", snake(o.ID))
	fmt.Fprintf(b, "        return self._pages(self.%s, %q, %q, %d, dict(%s))\n", snake(o.ID), p.Param, p.Next, p.Most, pyPassed(o))
}

// counting returns a list as the operation that counts what it gives: with the conditions
// alone, and a number as its answer.
func counting(o *Operation) *Operation {
	c := *o
	c.Summary, c.Doc = "Count what "+snake(o.ID)+" lists", "How many there are, without any of it."
	c.Answer, c.Paging = &Type{Kind: Int32}, nil
	c.InQuery = slices.DeleteFunc(slices.Clone(o.InQuery), func(f *Field) bool {
		return slices.Contains([]string{"ids", "sort", "fields", "facets", "limit", "cursor"}, f.Name)
	})
	return &c
}

// pyCount writes the method that counts what a list gives.
func pyCount(b *strings.Builder, o *Operation) {
	fmt.Fprintf(b, "\n    def %s(%s) -> int:\n", snake(count(o.ID)), pySignature(o))
	b.WriteString(pyExplained(o, sentence(o.Summary)))
	fmt.Fprintf(b, "        return self.%s(%s, facets=\"total\", limit=0)[\"meta\"][\"total\"]\n", snake(o.ID), pyPassed(o))
}

// pyAsync writes a method to await, or an iterator to await the elements of.
func pyAsync(b *strings.Builder, o *Operation, name string, iterates bool) {
	if !iterates {
		fmt.Fprintf(b, "\n    async def %s(%s) -> %s:\n", name, pySignature(o), pyAnswer(o))
		fmt.Fprintf(b, "        \"\"\"%s See Kinodex.%s.\"\"\"\n", sentence(o.Summary), name)
		fmt.Fprintf(b, "        return await self._run(%s)\n", strings.TrimSuffix("self.sync."+name+", "+pyPassed(o), ", "))
		return
	}
	row := o.Answer
	if o.Paging != nil {
		row = o.Paging.Row
	}
	fmt.Fprintf(b, "\n    def %s(%s) -> AsyncIterator[%s]:\n", name, pySignature(o), pyQualified(row))
	fmt.Fprintf(b, "        \"\"\"%s See Kinodex.%s.\"\"\"\n", sentence(o.Summary), name)
	fmt.Fprintf(b, "        return self._each(self.sync.%s(%s))\n", name, pyPassed(o))
}
