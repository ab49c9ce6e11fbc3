package main

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"kinodex/internal/ledger"
)

// Servers that share a ledger are in it while they run, and one that was killed until it is
// known to be gone.
func TestServersOfOneLedgerAreInIt(t *testing.T) {
	eachStore(t, func(t *testing.T, s store) {
		at := map[string]string{}
		for _, e := range s.env {
			name, value, _ := strings.Cut(e, "=")
			at[name] = value
		}
		books := at["KINODEX_LEDGER"]
		first, second := startServer(t, s.env, "--data", s.data), startServer(t, s.env, "--data", s.data)
		if books == "" {
			books = "sqlite:" + ledgerIn(s.data)
		}
		l, err := openBooks(t.Context(), books)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		// listed waits until servers of exactly these addresses are in the ledger.
		listed := func(want ...*server) (all []ledger.Server) {
			t.Helper()
			for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
				if all, err = l.ListServers(t.Context()); err != nil {
					t.Fatal(err)
				}
				found := 0
				for _, srv := range want {
					for _, told := range all {
						if strings.HasSuffix(told.Name, " "+strings.TrimPrefix(srv.base, "http://")) {
							found++
						}
					}
				}
				if found == len(want) && len(all) == len(want) {
					return all
				}
				if time.Now().After(deadline) {
					t.Fatalf("%d servers are to be in the ledger, there are %+v", len(want), all)
				}
			}
		}
		meters := "ledger"
		if at["KINODEX_METERS"] != "" {
			meters = "redis"
		}
		for _, told := range listed(first, second) {
			if told.Version != ServiceVersion || told.Generation == "" || told.Wanted != "" || told.Problem != "" || told.Meters != meters {
				t.Errorf("it tells %+v", told)
			}
		}
		second.Process.Kill()
		second.Wait()
		listed(first, second)
		if err := first.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		first.Wait()
		listed(second)
	})
}
