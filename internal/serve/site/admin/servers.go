package admin

import (
	"time"

	"kinodex/internal/app"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/table"
)

// servers answers GET /admin/servers with the servers that share the ledger, and where this
// one has its library from.
func servers(v *page.View) error {
	found, err := v.Visit.Servers(v.Context())
	if err != nil {
		return err
	}
	t := table.Table{Name: "servers", Caption: "Servers that share these accounts, by name", Columns: []table.Column{
		{Name: "Server", Doc: "The machine, and the address that it listens on"}, {Name: "State"}, {Name: "Library", Doc: "The generation that serves"}, {Name: "What is wrong"},
		{Name: "Version"}, {Name: "Spending is counted in"}, {Name: "Started", Unit: "UTC"}, {Name: "Last heard of", Unit: "UTC"}}}
	for _, s := range found.Servers {
		t.Add(nameOf(s), table.Text(condition(s)), dash(s.Generation), dash(wrong(s)), table.Text(s.Version), table.Text(s.Meters), second(s.StartedAt), second(s.SeenAt))
	}
	return answer(v, "Servers", page.Answer{Content: serversPage(found, t), Data: found, Tables: []table.Table{t}})
}

// nameOf returns the name of a server, which the one that answers may lack.
func nameOf(s app.Server) table.Cell {
	switch {
	case s.Name == "":
		return table.Text("this server")
	case s.This:
		return table.Cell{Text: s.Name + " (this one)", Value: s.Name}
	}
	return table.Text(s.Name)
}

// condition returns how a server is, in a few words.
func condition(s app.Server) string {
	switch {
	case s.Silent:
		return "silent: it is gone, or does not reach the ledger"
	case s.Generation == "":
		return "waits for a library"
	case s.Problem != "":
		return "serves, and something is wrong"
	case s.Wanted != "":
		return "serves, and changes to another library"
	}
	return "serves"
}

// wrong returns what a server says is wrong, with the generation that it cannot serve, or
// which one it changes to.
func wrong(s app.Server) string {
	switch {
	case s.Wanted == "":
		return s.Problem
	case s.Problem == "":
		return s.Wanted + " is to serve"
	}
	return s.Wanted + " is to serve: " + s.Problem
}

// apart returns in which respects the servers that were heard of differ.
func apart(all []app.Server) (respects []string) {
	for _, of := range []struct {
		value func(app.Server) string
		words string
	}{
		{func(s app.Server) string { return s.Generation }, "They serve different libraries, so an answer depends on which of them is asked. That is normal while they change to a new one."},
		{func(s app.Server) string { return s.Version }, "They run different versions of the program. That is normal during an upgrade."},
		{func(s app.Server) string { return s.Meters }, "They count spending in different places, so an account has its budget more than once. Give all of them the same --meters."},
	} {
		values := map[string]bool{}
		for _, s := range all {
			if !s.Silent {
				values[of.value(s)] = true
			}
		}
		if len(values) > 1 {
			respects = append(respects, of.words)
		}
	}
	return respects
}

// second returns a moment to the second.
func second(at time.Time) table.Cell { return table.Text(at.UTC().Format("2006-01-02 15:04:05")) }

// when returns a moment that may be unknown.
func when(at *time.Time) table.Cell {
	if at == nil {
		return table.Unknown()
	}
	return second(*at)
}
