package app_test

import (
	"net/netip"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/forecast"
	"kinodex/internal/ledger"
)

// sender returns somebody who is signed in to an account of their own.
func sender(t *testing.T, h *apptest.House) access.Caller {
	t.Helper()
	account := ledger.Account{ID: ledger.NewAccountID(), Name: "Ida", Plan: access.Producer, Created: h.Clock.Now()}
	if err := h.Ledger.CreateAccount(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	return access.Caller{Mode: access.SignedIn, Account: account.ID, Plan: account.Plan, Scopes: account.Plan.DefaultScopes(), OnSite: true}
}

// sends pays for scenarios and sends them.
func sends(t *testing.T, h *apptest.House, c access.Caller, projects ...forecast.Project) (access.LinkToken, error) {
	t.Helper()
	v := apptest.Visit(t, h.App, c)
	defer v.Close()
	if _, err := v.PredictScenarios(t.Context(), app.ScenariosQuestion{Projects: projects}); err != nil {
		t.Fatal(err)
	}
	parts, err := v.SealParts(app.ScenariosQuestion{Projects: projects})
	if err != nil {
		t.Fatal(err)
	}
	return v.SendForecast(t.Context(), app.ScenariosQuestion{Projects: projects}, "", h.App.Identity().SealOnce(parts...), parts)
}

var scenarios = []forecast.Project{
	{Title: "The Brass Key", Genres: []string{"Crime", "Thriller"}}, {Title: "The Brass Key", Genres: []string{"Drama"}},
	{Title: "The Brass Key", Genres: []string{"Comedy"}}, {Title: "The Brass Key", Genres: []string{"Horror"}},
}

// A link shows a stranger no more films than the answer has, and they count as those of any
// page: many links are no way around what strangers may take (REQ F2-97, A-22).
func TestFilmsOfLinksCountAsThoseOfPages(t *testing.T) {
	policy, err := access.ReadPolicy(strings.NewReader(`{"keyless_share":0}`))
	if err != nil {
		t.Fatal(err)
	}
	h := apptest.OpenWith(t, func(o *app.Options) { o.Policy = policy })
	token, err := sends(t, h, sender(t, h), scenarios...)
	if err != nil || h.App.ShownToStrangers() != 0 {
		t.Fatalf("%v, and %d films were shown to strangers", err, h.App.ShownToStrangers())
	}
	films := map[string]bool{}
	for i := range 20 {
		reader := access.SiteReader(netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}))
		f, err := apptest.Visit(t, h.App, reader).OpenForecast(t.Context(), token.Reveal())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range f.Scenarios {
			if len(s.Outcome.Comparables) > 20 {
				t.Errorf("a scenario has %d films", len(s.Outcome.Comparables))
			}
			for _, c := range s.Outcome.Comparables {
				films[c.ID.String()] = true
			}
		}
	}
	if n := h.App.ShownToStrangers(); n != len(films) || n == 0 {
		t.Errorf("%d films count as shown, and the answer has %d", n, len(films))
	}
}

// Scenarios that make no sense cost nothing, and a key, a stranger and a client send nothing.
func TestOnlyPeopleWhoAreSignedInSend(t *testing.T) {
	h := apptest.Open(t)
	own := sender(t, h)
	v := apptest.Visit(t, h.App, own)
	for name, projects := range map[string][]forecast.Project{
		"none": {}, "five": append(scenarios, scenarios[0]), "one without a title": {scenarios[0], {}},
	} {
		if _, err := v.PredictScenarios(t.Context(), app.ScenariosQuestion{Projects: projects}); fault.From(err).Kind != fault.InvalidParameter && fault.From(err).Kind != fault.MissingParameter {
			t.Errorf("%s: %v", name, err)
		}
	}
	if used, err := h.Ledger.Used(t.Context(), own.Meter(), ledger.DayOf(h.Clock.Now())); used != 0 || err != nil {
		t.Errorf("%d requests were spent, %v", used, err)
	}
	for name, c := range map[string]access.Caller{
		"a stranger": access.SiteReader(netip.MustParseAddr("192.0.2.1")), "a key": h.Caller(h.Key(access.Studio)),
	} {
		v := apptest.Visit(t, h.App, c)
		parts, err := v.SealParts(app.ScenariosQuestion{Projects: scenarios})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.SendForecast(t.Context(), app.ScenariosQuestion{Projects: scenarios}, "", h.App.Identity().SealOnce(parts...), parts); !fault.Is(err, fault.MissingKey) {
			t.Errorf("%s sends: %v", name, err)
		}
		if _, err := v.SentForecasts(t.Context()); !fault.Is(err, fault.MissingKey) {
			t.Errorf("%s lists: %v", name, err)
		}
		if err := v.RevokeForecast(t.Context(), "shr_1"); !fault.Is(err, fault.MissingKey) {
			t.Errorf("%s revokes: %v", name, err)
		}
	}
}

// What the ledger would keep of one forecast is bounded.
func TestAForecastThatIsTooLargeIsNotSent(t *testing.T) {
	h := apptest.Open(t)
	large := scenarios[0]
	for range 20 {
		large.Writers = append(large.Writers, access.RandomBase62(500))
	}
	for range 50 {
		large.Cast = append(large.Cast, access.RandomBase62(500))
	}
	other, c := large, sender(t, h)
	other.Synopsis = access.RandomBase62(20_000)
	large.Synopsis = access.RandomBase62(20_000)
	if _, err := sends(t, h, c, large, other); !fault.Is(err, fault.TooLarge) {
		t.Errorf("it is sent: %v", err)
	}
	if all, err := h.Ledger.ListShares(t.Context(), c.Account); len(all) != 0 || err != nil {
		t.Errorf("%d links, %v", len(all), err)
	}
}
