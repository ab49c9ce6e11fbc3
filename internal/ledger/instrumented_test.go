package ledger_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// Every operation is instrumented, so that none of them can answer an outage with
// something other than 503.
func TestEveryOperationOfALedgerIsObserved(t *testing.T) {
	var told []string
	l := ledger.Instrument(nil, func(_ context.Context, operation string, _ time.Duration, _ error) { told = append(told, operation) })
	methods := reflect.TypeFor[ledger.Ledger]()
	for i := range methods.NumMethod() {
		name := methods.Method(i).Name
		called := reflect.ValueOf(l).MethodByName(name)
		var args []reflect.Value
		for j := range called.Type().NumIn() {
			args = append(args, reflect.Zero(called.Type().In(j)))
		}
		args[0] = reflect.ValueOf(t.Context())
		told = nil
		func() {
			defer func() { _ = recover() }() // there is no ledger behind it
			if called.Type().IsVariadic() {
				called.CallSlice(args)
				return
			}
			called.Call(args)
		}()
		if len(told) != 1 || told[0] != name {
			t.Errorf("%s is not instrumented: %v", name, told)
		}
	}
}

// away is a ledger whose store does not answer.
type away struct{ ledger.Ledger }

var errAway = errors.New("connection refused")

func (away) Spend(context.Context, string, ledger.Day, int, int) (int, bool, error) {
	return 0, false, errAway
}

func (away) Account(context.Context, string) (ledger.Account, error) {
	return ledger.Account{}, ledger.ErrNotFound
}

func TestAnOutageIsAFaultAndARefusalIsNot(t *testing.T) { // REQ E-10, E-11
	var failures []error
	l := ledger.Instrument(away{}, func(_ context.Context, _ string, _ time.Duration, err error) { failures = append(failures, err) })
	_, _, err := l.Spend(t.Context(), "account:1", 1, 1, 1)
	if f := fault.From(err); f.Kind != fault.Upstream || f.RetryAfter <= 0 || !errors.Is(err, errAway) {
		t.Errorf("an outage is %v", err)
	}
	if _, err := l.Account(t.Context(), "acc_1"); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("an unknown account is %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := l.Spend(gone, "account:1", 1, 1, 1); fault.Is(err, fault.Upstream) {
		t.Errorf("a caller who left is an outage: %v", err)
	}
	if len(failures) != 3 || !errors.Is(failures[0], errAway) || failures[1] != nil || failures[2] != nil {
		t.Errorf("told of %v", failures)
	}
}

func TestAProbeWritesToEveryStore(t *testing.T) {
	meters, records := ledger.NewMemory(), ledger.NewMemory()
	l := ledger.Instrument(ledger.WithMeters(records, meters), nil)
	l = ledger.NewKeyCache(l).Invalidating(l) // as the service has it
	if failed := ledger.Probe(t.Context(), l, 7); len(failed) != 0 {
		t.Fatal(failed)
	}
	for name, store := range map[string]ledger.Meters{"meters": meters, "ledger": records} {
		if n, err := store.Used(t.Context(), "probe", 7); n != 1 || err != nil {
			t.Errorf("the %s got %d writes, %v", name, n, err)
		}
	}
	// What failed is told by its name, also behind what counts and remembers.
	for name, l := range map[string]ledger.Ledger{
		"meters": ledger.WithMeters(records, away{}), "ledger": ledger.WithMeters(away{}, meters),
		"ledger meters": ledger.WithMeters(away{}, away{}), "ledger ": ledger.Instrument(away{}, nil),
	} {
		var told []string
		for _, e := range ledger.Probe(t.Context(), ledger.Instrument(l, nil), 7) {
			told = append(told, e.Store)
			if !errors.Is(e, errAway) {
				t.Errorf("%s: the cause is %v", name, e)
			}
		}
		if got := strings.Join(told, " "); got != strings.TrimSpace(name) {
			t.Errorf("with the %s away the probe tells of %q", name, got)
		}
	}
}
