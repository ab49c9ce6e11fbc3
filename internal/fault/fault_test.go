package fault

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

func TestAFaultNamesTheParameterAndWhatItAllows(t *testing.T) { // REQ E-12
	for _, f := range []*Fault{Param("limit", "an integer from 1 to 500"), Missing("limit", "an integer from 1 to 500")} {
		if f.Param != "limit" || f.Allowed != "an integer from 1 to 500" ||
			!strings.Contains(f.Message, "limit") || !strings.Contains(f.Message, "from 1 to 500") {
			t.Errorf("%+v", f)
		}
	}
}

func TestTheCauseIsForTheLogOnly(t *testing.T) { // REQ E-08
	f := From(fmt.Errorf("open ledger: %w", io.ErrUnexpectedEOF))
	if f.Kind != Internal || strings.Contains(f.Message, "ledger") {
		t.Errorf("a stranger is told %q", f.Message)
	}
	if !errors.Is(f, io.ErrUnexpectedEOF) || !strings.Contains(f.Error(), "open ledger") {
		t.Errorf("the log is told %q", f.Error())
	}
	if From(nil) != nil {
		t.Error("no error became a fault")
	}
}

func TestAFaultIsFoundThroughWrapping(t *testing.T) {
	f := New(QuotaExceeded, "used up")
	wrapped := fmt.Errorf("spend: %w", f)
	if From(wrapped) != f || !Is(wrapped, QuotaExceeded) || Is(wrapped, RateLimited) || Is(io.EOF, QuotaExceeded) {
		t.Error("the fault is lost in its wrapping")
	}
}

func TestBecauseAndAfterLeaveTheOriginalAlone(t *testing.T) {
	f := New(SnapshotNotReady, "soon")
	g := f.Because(io.EOF).After(time.Minute)
	if f.RetryAfter != 0 || errors.Is(f, io.EOF) || g.RetryAfter != time.Minute || !errors.Is(g, io.EOF) || g.Kind != SnapshotNotReady {
		t.Errorf("%+v became %+v", f, g)
	}
}
