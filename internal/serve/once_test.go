package serve_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/identity"
)

// again sends a POST with an Idempotency-Key.
func (s *site) again(key, path, body, idempotency string) *answer {
	s.t.Helper()
	return s.ask(request{method: "POST", path: path, body: body, header: map[string]string{
		"X-API-Key": key, "Content-Type": "application/json", "Idempotency-Key": idempotency}})
}

// REQ K-08, Q-08: what was asked is answered again for 24 hours, word for
// word, is done once and counted once.
func TestARequestThatIsRepeated(t *testing.T) {
	t.Parallel()
	s := open(t)
	admin := s.admin()
	mine := s.NewKey(access.Producer, access.Producer.DefaultScopes(), false)
	for _, c := range []struct{ name, key, path, body string }{
		{"a key of one's own", mine, selfGenerate, `{"name":"a"}`},
		{"a key of one's own, without a body", s.NewKey(access.Studio, access.Studio.DefaultScopes(), false), selfGenerate, ""},
		{"a key an admin makes", admin, adminKeys, `{"name":"a","tier":"writer"}`},
		{"a key an admin replaces", admin, adminKeys + "/" + s.made(admin, `{"name":"a","tier":"writer"}`).ID + "/rotate", ""},
	} {
		first := s.again(c.key, c.path, c.body, "one").is(201).has("Idempotent-Replayed", "")
		for _, after := range []time.Duration{0, time.Hour, 22*time.Hour + 59*time.Minute} {
			s.Clock.Set(s.Clock.Now().Add(after))
			a := s.again(c.key, c.path, c.body, "one").is(201).has("Idempotent-Replayed", "true").
				has("X-RateLimit-Limit", "").has("Cache-Control", "no-store").has("Content-Type", "application/json; charset=utf-8")
			if string(a.body) != string(first.body) {
				t.Errorf("%s: replayed as %s, was %s", c.name, a.body, first.body)
			}
		}
		var made, other identity.NewKey
		first.data(&made)
		s.again(c.key, c.path, c.body, "two").is(201).has("Idempotent-Replayed", "").data(&other)
		if made.ID == other.ID {
			t.Errorf("%s: another Idempotency-Key got the same answer", c.name)
		}
		p := s.again(c.key, c.path, `{"name":"b","tier":"writer","overlap_hours":1}`, "one").fails(409, "conflict")
		if !strings.Contains(p.Message, "Idempotency-Key") {
			t.Errorf("%s: %q", c.name, p.Message)
		}
		s.Clock.Set(s.Clock.Now().Add(2 * time.Minute)) // 24 hours and a minute after the first
		if !strings.Contains(c.path, "rotate") {
			s.again(c.key, c.path, c.body, "one").is(201).has("Idempotent-Replayed", "")
		}
	}
}

// REQ K-08: an answer belongs to who asked, with which key and where.
func TestNobodyGetsAnothersAnswer(t *testing.T) {
	t.Parallel()
	s := open(t)
	admin, other := s.admin(), s.admin()
	mine := s.NewKey(access.Producer, access.Producer.DefaultScopes(), false)
	var k, sibling identity.NewKey
	s.again(mine, selfGenerate, "", "one").is(201).data(&k)
	s.again(k.Key, selfGenerate, "", "one").is(201).has("Idempotent-Replayed", "").data(&sibling)
	if sibling.Key == k.Key {
		t.Error("another key of the account got the stored answer")
	}
	s.again(admin, adminKeys, `{"name":"a","tier":"writer"}`, "one").is(201)
	s.again(other, adminKeys, `{"name":"a","tier":"writer"}`, "one").is(201).has("Idempotent-Replayed", "")
	s.again(admin, adminKeys+"/"+k.ID+"/rotate", "", "one").is(201).has("Idempotent-Replayed", "")
	s.again(admin, adminKeys+"/"+sibling.ID+"/rotate", "", "one").is(201).has("Idempotent-Replayed", "")
	// Who may no longer ask gets nothing, not even what is stored.
	if err := s.Ledger.SetPlan(t.Context(), s.Caller(mine).Account, access.Writer); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if s.again(mine, selfGenerate, "", "one").status == 403 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.again(mine, selfGenerate, "", "one").fails(403, "tier_not_allowed")
}

// REQ K-08, Q-10: of many at once one is executed; the others get its answer,
// or are told to come back in a second.
func TestRepeatedAtOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	mine := s.NewKey(access.Producer, access.Producer.DefaultScopes(), false)
	var mu sync.Mutex
	executed, answers := 0, map[string]bool{}
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			a := s.again(mine, selfGenerate, "", "one")
			mu.Lock()
			defer mu.Unlock()
			switch {
			case a.status == 409:
				a.fails(409, "conflict")
				a.has("Retry-After", "1")
			case a.header.Get("Idempotent-Replayed") == "":
				executed++
				fallthrough
			default:
				answers[string(a.is(201).body)] = true
			}
		})
	}
	wg.Wait()
	if executed != 1 || len(answers) != 1 || s.used(mine) != 1 {
		t.Errorf("%d executed, %d answers, %d spent", executed, len(answers), s.used(mine))
	}
}

// REQ K-08, E-12: what an Idempotency-Key may be. A refusal is not stored, and
// where nothing is made the header means nothing.
func TestIdempotencyKeys(t *testing.T) {
	t.Parallel()
	s := open(t)
	mine, admin := s.NewKey(access.Studio, access.Studio.DefaultScopes(), false), s.admin()
	for _, bad := range []string{"", "a b", "a\tb", "é", strings.Repeat("a", 256)} {
		p := s.again(mine, selfGenerate, "", bad).fails(400, "invalid_parameter")
		if p.Param != "Idempotency-Key" || !strings.Contains(p.Allowed, "1 to 255 visible ASCII characters") || !strings.Contains(p.Message, "Idempotency-Key") {
			t.Errorf("%.20q: %+v", bad, p)
		}
	}
	s.again(admin, adminKeys, `{"name":"a","tier":"writer"}`, strings.Repeat("a", 256)).fails(400, "invalid_parameter")
	twice, err := http.NewRequest("POST", s.url+selfGenerate, nil)
	if err != nil {
		t.Fatal(err)
	}
	twice.Header = http.Header{"X-Api-Key": {mine}, "Idempotency-Key": {"a", "b"}}
	if res, err := http.DefaultClient.Do(twice); err != nil || res.StatusCode != 400 {
		t.Errorf("given twice: %v, %v", res, err)
	}
	if used := s.used(mine); used != 0 {
		t.Errorf("refusals cost %d", used)
	}
	s.again(mine, selfGenerate, `{"name":5}`, "~!one").fails(400, "invalid_parameter")
	s.again(mine, selfGenerate, `{"name":"a"}`, "~!one").is(201).has("Idempotent-Replayed", "")
	s.again(mine, selfGenerate, "", strings.Repeat("a", 255)).is(201)
	for range 2 {
		s.again(mine, "/api/v2/films/batch", `{"films":["tt1"]}`, "one").is(200).has("Idempotent-Replayed", "")
	}
}
