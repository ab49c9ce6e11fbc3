package app_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/ledger"
)

// sandboxed is an account that asks in the sandbox of one or more services.
type sandboxed struct {
	t      *testing.T
	h      *apptest.House
	caller access.Caller
}

func newSandboxed(t *testing.T, h *apptest.House) *sandboxed {
	return &sandboxed{t, h, h.Caller(h.NewKey(access.Writer, access.Writer.DefaultScopes(), true))}
}

// batch asks for so many films that there are.
func (s *sandboxed) batch(a *app.App, films int) error {
	v := apptest.Visit(s.t, a, s.caller)
	defer v.Close()
	q := app.BatchQuestion{View: film.List}
	for range films {
		q.Films = append(q.Films, app.FilmReference{ID: apptest.Crossing})
	}
	_, err := v.Batch(s.t.Context(), q)
	if err == nil && v.Bill().Metered {
		s.t.Error("the sandbox was billed")
	}
	return err
}

func (s *sandboxed) predict(a *app.App) error {
	v := apptest.Visit(s.t, a, s.caller)
	defer v.Close()
	_, err := v.Predict(s.t.Context(), app.PredictQuestion{Project: forecast.Project{Title: "A heist", Genres: []string{"Drama"}}})
	return err
}

// limited says how long a refusal says to wait; it is none when it is no refusal of
// the sandbox.
func limited(err error) time.Duration {
	if f := (*fault.Fault)(nil); errors.As(err, &f) && f.Kind == fault.RateLimited {
		return f.RetryAfter
	}
	return 0
}

// REQ: 120 requests within any minute, and one more as the first of them
// is a minute old. What costs nothing is not counted, nor what is refused.
func TestTheSandboxAnswersSoManyRequestsAMinute(t *testing.T) {
	h := apptest.Open(t)
	s, other := newSandboxed(t, h), newSandboxed(t, h)
	began := h.Clock.Now()
	for n := range access.SandboxRequests {
		h.Clock.Set(began.Add(time.Duration(n) * 100 * time.Millisecond))
		if err := s.batch(h.App, 1); err != nil {
			t.Fatalf("request %d: %v", n+1, err)
		}
	}
	for range 3 {
		if wait := limited(s.batch(h.App, 1)); wait != time.Minute-119*100*time.Millisecond {
			t.Errorf("one more: wait %v", wait)
		}
	}
	if err := other.batch(h.App, 1); err != nil {
		t.Errorf("another account: %v", err)
	}
	v := apptest.Visit(t, h.App, s.caller)
	defer v.Close()
	if _, err := v.Identity().Me(t.Context()); err != nil {
		t.Errorf("its status: %v", err)
	}
	live := s.caller
	live.Sandbox = false
	w := apptest.Visit(t, h.App, live)
	defer w.Close()
	if _, err := w.Film(apptest.Crossing, film.Detail).Answer(t.Context()); err != nil || w.Bill().Used != 1 {
		t.Errorf("outside the sandbox: %v, %+v", err, w.Bill())
	}
	for n := range 100 { // each as soon as one more fits, with refusals between
		h.Clock.Set(began.Add(time.Minute + time.Duration(n)*100*time.Millisecond))
		if err := s.batch(h.App, 1); err != nil {
			t.Fatalf("a minute after request %d: %v", n+1, err)
		}
		for range 2 {
			if wait := limited(s.batch(h.App, 1)); wait != 100*time.Millisecond {
				t.Fatalf("a second one, a minute after request %d: wait %v", n+1, wait)
			}
		}
	}
}

// REQ A-14: 3,000 films a minute, by how many an answer carries, and 30,000 a day,
// whatever the process that is asked, and after it was started anew.
func TestTheSandboxGivesSoManyFilms(t *testing.T) {
	h := apptest.Open(t)
	s := newSandboxed(t, h)
	service := func() *app.App {
		a, err := app.New(t.Context(), app.Options{Holder: h.Holder, Ledger: h.Ledger, Now: h.Clock.Now, Version: apptest.Version})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a, began, given := service(), h.Clock.Now(), 0
	for minute := range 10 {
		h.Clock.Set(began.Add(time.Duration(minute) * time.Minute))
		if minute == 5 {
			a = service() // started anew
		}
		for range access.SandboxFilms/app.MaxBatch - 1 {
			if err := s.batch(a, app.MaxBatch); err != nil {
				t.Fatalf("after %d films: %v", given, err)
			}
			given += app.MaxBatch
		}
		if err := s.batch(a, 50); err != nil {
			t.Fatal(err)
		}
		if wait := limited(s.batch(a, 51)); wait != time.Minute {
			t.Errorf("more than %d films: wait %v", access.SandboxFilms, wait)
		}
		if err := s.batch(a, 50); err != nil { // what still fits
			t.Fatal(err)
		}
		if given += 100; limited(s.batch(a, 1)) != time.Minute {
			t.Error("one more was given")
		}
	}
	if given != access.SandboxDailyFilms {
		t.Fatalf("%d films were given", given)
	}
	h.Clock.Set(began.Add(10 * time.Minute))
	for _, a := range []*app.App{a, service()} {
		if wait := limited(s.batch(a, 1)); wait != ledger.DayOf(h.Clock.Now()).End().Sub(h.Clock.Now()) {
			t.Errorf("beyond the day's: wait %v", wait)
		}
	}
	h.Clock.Set(ledger.DayOf(began).End())
	if err := s.batch(a, 1); err != nil {
		t.Errorf("the next day: %v", err)
	}
	if used, _ := h.Ledger.Used(t.Context(), "account:"+s.caller.Account, ledger.DayOf(began)); used != 0 {
		t.Errorf("the account's budget was used: %d", used)
	}
}

// REQ A-14: 60 analyses and forecasts a day together. One that makes no sense, or
// fails through us, is none.
func TestTheSandboxAnalysesSoOftenADay(t *testing.T) {
	h := apptest.Open(t)
	s := newSandboxed(t, h)
	began := h.Clock.Now()
	analyze := func(text string) error {
		v := apptest.Visit(t, h.App, s.caller)
		defer v.Close()
		_, err := v.Analyze(t.Context(), app.AnalyzeQuestion{Draft: app.Draft{Field: "text", Text: text}})
		return err
	}
	text := apptest.Screenplay(8)
	for n := range access.SandboxDailyHeavy {
		h.Clock.Set(began.Add(time.Duration(n) * time.Second))
		ask := func() error { return s.predict(h.App) }
		if n%20 == 0 {
			ask = func() error { return analyze(text) }
		}
		if err := ask(); err != nil {
			t.Fatalf("request %d: %v", n+1, err)
		}
		if err := analyze("too short"); !fault.Is(err, fault.InvalidParameter) {
			t.Fatal(err)
		}
	}
	for _, err := range []error{analyze(text), s.predict(h.App)} {
		if limited(err) <= 10*time.Minute {
			t.Errorf("one more: %v", err)
		}
	}
	if err := s.batch(h.App, 1); err != nil { // what is not heavy goes on
		t.Error(err)
	}
	v := apptest.Visit(t, h.App, s.caller)
	defer v.Close()
	h.Clock.Set(ledger.DayOf(began).End())
	if _, err := v.Analyze(t.Context(), app.AnalyzeQuestion{Draft: app.Draft{Field: "text", Text: text}}); err != nil {
		t.Fatalf("the next day: %v", err)
	}
	for _, want := range []int{0, 0} { // given back once
		if err := v.Refund(t.Context()); err != nil {
			t.Fatal(err)
		}
		if used, _ := h.Ledger.Used(t.Context(), s.caller.SandboxMeter()+":heavy", ledger.DayOf(h.Clock.Now())); used != want {
			t.Errorf("%d are counted after a refund", used)
		}
	}
}

// REQ A-14: every answer that carries films counts them.
func TestWhateverCarriesFilmsIsCounted(t *testing.T) {
	h := apptest.Open(t)
	for name, ask := range map[string]func(v *app.Visit) (films int, err error){
		"a list": func(v *app.Visit) (int, error) {
			found, err := v.Films(app.FilmsQuestion{Page: film.Page{Limit: 5}, View: film.List}).Answer(t.Context())
			return found.Len(), err
		},
		"a film": func(v *app.Visit) (int, error) {
			_, err := v.Film(apptest.Crossing, film.Detail).Answer(t.Context())
			return 1, err
		},
		"films like one": func(v *app.Visit) (int, error) {
			found, err := v.Similar(app.SimilarQuestion{ID: apptest.Crossing, Limit: 3}).Answer(t.Context())
			if err != nil {
				return 0, err
			}
			return found.Len(), nil
		},
		"a page of posters": func(v *app.Visit) (int, error) {
			found, err := v.Posters(t.Context(), app.PostersQuestion{Limit: 2})
			return min(2, found.Total), err
		},
		"a page of scripts": func(v *app.Visit) (int, error) {
			found, err := v.Scripts(app.ScriptsQuestion{Limit: 7, Offset: 1}).Answer(t.Context())
			return min(7, found.Total-1), err
		},
		"a page of actors": func(v *app.Visit) (int, error) {
			found, err := v.Actors(app.ActorsQuestion{Limit: 3}).Answer(t.Context())
			if err != nil {
				return 0, err
			}
			return len(found.Page), nil
		},
		"a citation": func(v *app.Visit) (int, error) {
			_, err := v.Fetch(t.Context(), "film:"+apptest.Crossing)
			return 1, err
		},
	} {
		s := newSandboxed(t, h)
		v := apptest.Visit(t, h.App, s.caller)
		films, err := ask(v)
		v.Close()
		used, _ := h.Ledger.Used(t.Context(), s.caller.SandboxMeter()+":films", ledger.DayOf(h.Clock.Now()))
		if err != nil || films == 0 || used != films {
			t.Errorf("%s: %d films, %d counted, %v", name, films, used, err)
		}
	}
}

// Accounts that took nothing for a minute are forgotten.
func TestThePaceOfTheSandboxForgets(t *testing.T) {
	h := apptest.Open(t)
	c := newSandboxed(t, h).caller
	for n := range 5000 {
		h.Clock.Set(h.Clock.Now().Add(time.Second))
		c.Account = fmt.Sprintf("acc_%d", n)
		v := apptest.Visit(t, h.App, c)
		if _, err := v.Film(apptest.Absent, film.Detail).Answer(t.Context()); !fault.Is(err, fault.FilmNotFound) {
			t.Fatal(err)
		}
		v.Close()
	}
	if n := h.App.SandboxRemembers(); n > 1100 {
		t.Errorf("%d accounts are remembered", n)
	}
}
