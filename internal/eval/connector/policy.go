package connector

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/text"
)

// mostTries is how often the policy calls a tool for one step before it gives up.
const mostTries = 4

// policy plays plans. It knows the tools' arguments, and of refusals what they say.
type policy struct {
	client
	takes map[string]map[string]bool // arguments by tool
}

// ask plays the plan of a question and adds what it took. It returns what lacked, empty when the
// question was answered.
func (p *policy) ask(ctx context.Context, q *Question, spent *Spent) (lacked string, err error) {
	var answers []*answer
	for _, s := range q.Steps {
		arguments := maps.Clone(s.Arguments)
		for name, v := range arguments {
			from, ok := v.(string)
			if !ok || !strings.HasPrefix(from, "$") || len(from) < 4 {
				continue
			}
			step, member := int(from[1]-'1'), from[3:]
			if step < 0 || step >= len(answers) {
				return "", fmt.Errorf("%s: there is no step %s", s.Tool, from)
			}
			arguments[name] = first(answers[step].payload, member)
			if arguments[name] == nil {
				return fmt.Sprintf("step %d has no %s", step+1, member), nil
			}
		}
		a, lacked, err := p.take(ctx, s.Tool, arguments, s.Needs, spent)
		if err != nil || lacked != "" {
			return lacked, err
		}
		answers = append(answers, a)
	}
	return "", nil
}

// take calls a tool until its answer has what is needed: after a refusal with what the refusal says,
// and in full where the concise answer lacks something.
func (p *policy) take(ctx context.Context, tool string, arguments map[string]any, needs []string, spent *Spent) (a *answer, lacked string, err error) {
	for range mostTries {
		if a, err = p.spend(ctx, tool, arguments, spent); err != nil {
			return nil, "", err
		}
		if a.refused {
			if lacked, err = p.heed(ctx, tool, arguments, a.payload, spent); err != nil || lacked != "" {
				return nil, lacked, err
			}
			continue
		}
		if lacked = lacking(a.payload, needs); lacked == "" {
			return a, "", nil
		}
		if nearest, ok := first(a.payload, "nearest").([]any); ok && len(nearest) > 0 && arguments["genre"] != nil {
			arguments["genre"] = nearest[0]
			continue
		}
		if !p.takes[tool]["detail"] || arguments["detail"] == "full" {
			return nil, lacked, nil
		}
		arguments["detail"] = "full"
	}
	return nil, fmt.Sprintf("%s: not after %d calls", tool, mostTries), nil
}

// spend calls a tool and counts what it took.
func (p *policy) spend(ctx context.Context, tool string, arguments map[string]any, spent *Spent) (*answer, error) {
	a, err := p.call(ctx, tool, arguments)
	if err != nil {
		return nil, err
	}
	spent.Calls++
	spent.Sent += tokensOf(map[string]any{"name": tool, "arguments": arguments})
	spent.Read += a.read
	spent.Longest = max(spent.Longest, a.read)
	if a.refused {
		spent.Refused++
	}
	return a, nil
}

// findsIDs is what a refusal says of the tool by which an id is found.
var findsIDs = regexp.MustCompile(`(search_films|search)( with query "([^"]*)")?.* finds ids`)

// bounds are the two numbers between which a refusal wants one.
var bounds = regexp.MustCompile(`from \$?([\d.,]+) to \$?([\d.,]+)`)

// heed changes arguments as a refusal says. It returns why it cannot.
func (p *policy) heed(ctx context.Context, tool string, arguments map[string]any, refusal map[string]any, spent *Spent) (cannot string, err error) {
	message, field, allowed := said(refusal, "message"), said(refusal, "field"), said(refusal, "allowed")
	details, _ := refusal["details"].(map[string]any)
	sent := arguments[field]
	if found := findsIDs.FindStringSubmatch(message); found != nil {
		query := found[3]
		if query == "" {
			query = fmt.Sprint(arguments["id"])
		}
		return p.find(ctx, found[1], query, arguments, field, spent)
	}
	switch kind := said(details, "kind"); {
	case kind == "unknown_parameter":
		delete(arguments, field)
		names := strings.Split(allowed, ", ")
		for _, name := range names {
			if len(names) <= 2 && p.takes[tool][name] {
				arguments[name] = sent
			}
		}
	case kind == "invalid_parameter" && sent != nil:
		if arguments[field] = mended(sent, allowed); arguments[field] == nil {
			delete(arguments, field)
		}
	case strings.Contains(message, "list_style_guides"):
		all, err := p.spend(ctx, "list_style_guides", map[string]any{"discipline": arguments["discipline"]}, spent)
		if err != nil {
			return "", err
		}
		arguments["name"] = nearest(all.payload, fmt.Sprint(arguments["name"]))
	default:
		return message, nil
	}
	return "", nil
}

// find finds an id by a tool, and takes it for the argument id.
func (p *policy) find(ctx context.Context, finder, query string, arguments map[string]any, field string, spent *Spent) (cannot string, err error) {
	found, err := p.spend(ctx, finder, map[string]any{"query": query}, spent)
	if err != nil {
		return "", err
	}
	delete(arguments, field)
	member := "filmdb_id"
	if finder == "search" {
		member = "id"
	}
	if arguments["id"] = first(found.payload, member); arguments["id"] == nil {
		return fmt.Sprintf("%s finds nothing for %q", finder, query), nil
	}
	return "", nil
}

// said returns a text of an object.
func said(object map[string]any, name string) string {
	s, _ := object[name].(string)
	return s
}

// mended returns a value that a refusal allows, made of the one that was sent; nil for none.
func mended(sent any, allowed string) any {
	n, isNumber := sent.(float64)
	if s, ok := sent.(string); ok && strings.Contains(allowed, "number") {
		var err error
		n, err = strconv.ParseFloat(s, 64)
		isNumber = err == nil
	}
	options, isOne := strings.CutPrefix(allowed, "one of ")
	for option := range strings.SplitSeq(allowed, " or ") {
		if s, ok := sent.(string); ok && !strings.Contains(option, " ") && strings.HasSuffix(option, ":"+s) {
			return option
		}
	}
	switch at := bounds.FindStringSubmatch(allowed); {
	case isOne:
		return closest(strings.Split(options, ", "), fmt.Sprint(sent))
	case strings.HasPrefix(allowed, "a list"):
		if s, ok := sent.(string); ok {
			return []any{s}
		}
	case isNumber && at != nil:
		least, _ := strconv.ParseFloat(strings.ReplaceAll(at[1], ",", ""), 64)
		most, _ := strconv.ParseFloat(strings.ReplaceAll(at[2], ",", ""), 64)
		return min(max(n, least), most)
	}
	return nil
}

// closest returns the option that is spelt most like a text, the first of equal ones.
func closest(options []string, typed string) string {
	return slices.MinFunc(options, func(a, b string) int { return differences(a, typed) - differences(b, typed) })
}

// differences counts the letters by which two texts differ, without regard to case.
func differences(a, b string) int {
	x, y := []rune(text.Fold(a)), []rune(text.Fold(b))
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before := row[0]
		row[0] = i + 1
		for j := range y {
			change := before
			if x[i] != y[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}

// nearest returns the slug of the guide whose name is spelt most like a text.
func nearest(guides map[string]any, typed string) string {
	slugs := map[string]string{}
	rows, _ := guides["data"].([]any)
	for _, row := range rows {
		if guide, ok := row.(map[string]any); ok {
			slugs[said(guide, "name")] = said(guide, "slug")
		}
	}
	if len(slugs) == 0 {
		return typed
	}
	return slugs[closest(slices.Sorted(maps.Keys(slugs)), typed)]
}

// lacking returns what of needs an answer does not have; empty when it has all.
func lacking(payload map[string]any, needs []string) string {
	for _, need := range needs {
		name, part, valued := strings.Cut(need, "=")
		met := false
		walk(payload, name, func(v any) bool {
			switch list, isList := v.([]any); {
			case v == nil, isList && len(list) == 0:
			case !valued:
				met = true
			default:
				met = strings.Contains(plain(v), part)
			}
			return !met
		})
		if !met {
			return "no " + need
		}
	}
	return ""
}

// plain returns a value as text.
func plain(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, _ := json.Marshal(v) // it was read from JSON
	return string(b)
}

// first returns the first member of a name, at any depth, in lists in their order; nil for none.
func first(payload any, name string) (found any) {
	walk(payload, name, func(v any) bool { found = v; return v == nil })
	return found
}

// walk gives the members of a name at any depth to visit, as long as it returns true.
func walk(v any, name string, visit func(any) bool) bool {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if !walk(item, name, visit) {
				return false
			}
		}
	case map[string]any:
		if member, there := v[name]; there && !visit(member) {
			return false
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if !walk(v[key], name, visit) {
				return false
			}
		}
	}
	return true
}
