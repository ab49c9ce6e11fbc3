package app

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/ledger"
	"kinodex/internal/text"
)

// Bounds of what is compared and sent.
const (
	// MostScenarios is how many variants of a project stand side by side.
	MostScenarios = 4
	// MostNote is how many characters the line of a sender may have.
	MostNote = 200
	// mostTitle is how many characters of a title a list of links shows.
	mostTitle = 100
	// mostSent is how many bytes a sent forecast may have in the ledger, and mostUnpacked
	// as JSON.
	mostSent     = 64 << 10
	mostUnpacked = 1 << 20
)

// Scenario is a variant of a project and what may become of it. Brief is nil in a link that was
// sent before there were briefs.
type Scenario struct {
	Project forecast.Project  `json:"project"`
	Outcome *forecast.Outcome `json:"outcome"`
	Brief   *forecast.Brief   `json:"brief,omitempty"`
}

// ScenariosQuestion asks what may become of up to MostScenarios variants of a project, with the same
// choice of comparables.
type ScenariosQuestion struct {
	Projects []forecast.Project
	Choice   forecast.Choice
}

// PredictScenarios estimates variants of a project, each as Predict does and each at the cost of one:
// all of them are paid for, or none. All are of the year of the first, and so in the same dollars. A
// fault names the scenario (REQ F2-110).
func (v *Visit) PredictScenarios(ctx context.Context, q ScenariosQuestion) ([]Scenario, error) {
	need := access.Needs.Predict
	need.Cost *= len(q.Projects)
	if err := v.enter(ctx, need, q.check); err != nil {
		return nil, err
	}
	all, err := v.scenarios(ctx, &q)
	if err != nil {
		return nil, err
	}
	return all, v.carries(ctx, filmsCompared(all))
}

func (q *ScenariosQuestion) check() error {
	if n := len(q.Projects); n < 1 || n > MostScenarios {
		return fault.Param("scenarios", fmt.Sprintf("a list of 1 to %d projects", MostScenarios))
	}
	for i := range q.Projects {
		p := &q.Projects[i]
		err := p.Check()
		if first := q.Projects[0].Year; err == nil && p.Year != 0 && p.Year != first {
			err = fault.Param("year", "that of the first scenario, or left out: all scenarios are of one year")
		}
		if err != nil {
			return InScenario(i, err)
		}
	}
	for _, films := range []struct {
		name string
		ids  []film.ID
	}{{"removed", q.Choice.Removed}, {"pinned", q.Choice.Pinned}} {
		if len(films.ids) > forecast.MostChosen {
			return fault.Param(films.name, fmt.Sprintf("at most %d ids of films", forecast.MostChosen))
		}
	}
	return nil
}

// InScenario says of a fault of a project which scenario, from 0, it is about.
func InScenario(i int, err error) error {
	f := *fault.From(err)
	at := fmt.Sprintf("scenarios[%d]", i)
	f.Message = fmt.Sprintf("in %s, %s", at, f.Message)
	if f.Param != "" {
		at += "." + f.Param
	}
	f.Param = at
	return &f
}

// scenarios estimates without asking who pays.
func (v *Visit) scenarios(ctx context.Context, q *ScenariosQuestion) ([]Scenario, error) {
	all := make([]Scenario, len(q.Projects))
	for i, p := range q.Projects {
		if err := v.interrupted(ctx); err != nil {
			return nil, err
		}
		o, b, err := v.library.Forecast.PredictBrief(&p, q.Choice)
		if err == nil && o.Prediction.AsOf != all[0].year(o) {
			p.Year = all[0].year(o) // it was taken for a film of another year
			o, b, err = v.library.Forecast.PredictBrief(&p, q.Choice)
		}
		if err != nil {
			return nil, err
		}
		if err := v.sayMeant(b); err != nil {
			return nil, err
		}
		all[i] = Scenario{q.Projects[i], o, b}
	}
	return all, nil
}

// sayMeant adds to the unknown names of people whom each probably means.
func (v *Visit) sayMeant(b *forecast.Brief) error {
	for i := range b.Unknown {
		u := &b.Unknown[i]
		if u.Input == "companies" {
			continue
		}
		folded, ok := v.library.Catalog.MeantName(text.Words(u.Name))
		if !ok {
			continue
		}
		people, err := v.PeopleTyped(folded, namesakes)
		if err != nil {
			return err
		}
		for _, p := range people {
			if text.Fold(p.Name) == folded && folded != text.Fold(u.Name) {
				u.DidYouMean = p.Name
				break
			}
		}
	}
	return nil
}

// year returns the year that the scenario is of, or that of o while there is no outcome.
func (s *Scenario) year(o *forecast.Outcome) int {
	if s.Outcome != nil {
		o = s.Outcome
	}
	return o.Prediction.AsOf
}

// filmsCompared are the films of all scenarios, each once.
func filmsCompared(all []Scenario) excerpt {
	var films []item
	for _, s := range all {
		for _, c := range s.Outcome.Comparables {
			films = append(films, item(c.ID))
		}
	}
	slices.Sort(films)
	films = slices.Compact(films)
	return excerpt{len(films), 0, func(i int) item { return films[i] }}
}

// SentForecast is a forecast as it was when its sender sent it.
type SentForecast struct {
	Scenarios  []Scenario `json:"scenarios"`
	Note       string     `json:"note,omitempty"`
	Generation string     `json:"generation"` // of the library that answered
	Built      time.Time  `json:"built"`
	Version    string     `json:"version"` // of the service

	// These are not part of what is stored. Own tells whether the caller sent it.
	ID            string    `json:"-"`
	Sent, Expires time.Time `json:"-"`
	Own           bool      `json:"-"`
}

// SealParts returns what the seal of a form says that sends a forecast: whoever holds one
// paid for these scenarios, answered by this generation of the library.
func (v *Visit) SealParts(q ScenariosQuestion) ([]string, error) {
	asked, err := json.Marshal(q)
	return []string{"send forecast", v.Generation(), string(asked)}, err
}

// errNotPaid refuses a form whose seal does not fit.
var errNotPaid = fault.New(fault.ScopeNotAllowed, "this page sends its forecast once, within an hour, as long as the same library answers; nothing was spent. "+
	"Estimate the project again to send another link")

// SendForecast keeps scenarios for whoever gets the link of the token, for ledger.ShareFor. It
// costs nothing: seal and parts are those of SealOnce with the parts of SealParts among
// them, which whoever paid for the answer was given; a seal works once. The estimates are made anew
// by the same library, so what is kept is what was shown, and nothing that a browser says. note is
// a line of the sender's, or empty. An account has at most ledger.MostShares links.
func (v *Visit) SendForecast(ctx context.Context, q ScenariosQuestion, note, seal string, parts []string) (access.LinkToken, error) {
	none := access.LinkToken{}
	if err := v.admit(access.Needs.Predict, q.check); err != nil {
		return none, err
	}
	if note = text.Clean(note); utf8.RuneCountInString(note) > MostNote {
		return none, fault.Param("note", fmt.Sprintf("a line of at most %d characters", MostNote))
	}
	if !v.app.identity.SealedOnce(seal, parts...) {
		return none, errNotPaid
	}
	has, err := v.SentForecasts(ctx)
	if err == nil && len(has) >= ledger.MostShares { // before the seal is used up
		err = errTooManySent()
	}
	if err != nil {
		return none, err
	}
	switch fresh, err := v.app.identity.UseSeal(ctx, seal); {
	case err != nil:
		return none, err
	case !fresh:
		return none, errNotPaid
	}
	all, err := v.scenarios(ctx, &q)
	if err != nil {
		return none, err
	}
	return v.keepForecast(ctx, SentForecast{Scenarios: all, Note: note, Generation: v.Generation(), Built: v.BuiltAt(), Version: v.app.version})
}

func errTooManySent() error {
	return fault.New(fault.Conflict, "your account has %d links to forecasts, which is the most; revoke one under Account, Links first", ledger.MostShares)
}

// keepForecast seals a forecast with the token of its link and a secret of the ledger, and
// stores it.
func (v *Visit) keepForecast(ctx context.Context, f SentForecast) (access.LinkToken, error) {
	share, token := ledger.NewShare(v.caller.Account, titleOf(f.Scenarios[0].Project.Title), v.app.now())
	seal, err := v.app.sealOfForecast(token)
	if err != nil {
		return access.LinkToken{}, err
	}
	packed, err := packForecast(f)
	if err != nil {
		return access.LinkToken{}, err
	}
	if share.Sealed = seal.close(Answer{Body: packed}); len(share.Sealed) > mostSent {
		return access.LinkToken{}, fault.New(fault.TooLarge, "this forecast is too large to send: shorten the synopsis or the lists of names")
	}
	by := ledger.By{Actor: v.caller.Account, From: v.caller.From()}
	err = v.app.ledger.CreateShare(ctx, share, ledger.MostShares, by.Did(ledger.ShareCreated, share.Account, share.ID(), "", share.Created))
	if errors.Is(err, ledger.ErrFull) {
		err = errTooManySent()
	}
	return token, err
}

// titleOf returns the beginning of a title, as lists of links show it.
func titleOf(title string) string {
	if runes := []rune(text.Clean(title)); len(runes) > mostTitle {
		return string(runes[:mostTitle-1]) + "…"
	}
	return text.Clean(title)
}

// sealOfForecast derives the key of a sent forecast from its token, which no ledger holds.
func (a *App) sealOfForecast(t access.LinkToken) (*seal, error) {
	return a.sealOf(Repeatable{Credential: t.Reveal(), Route: "sent forecast"})
}

// packForecast returns a forecast as compressed JSON, and unpackForecast reads it.
func packForecast(f SentForecast) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err == nil {
		err = errors.Join(json.NewEncoder(w).Encode(f), w.Close())
	}
	return b.Bytes(), err
}

func unpackForecast(packed []byte) (f SentForecast, err error) {
	plain := io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostUnpacked)
	err = json.NewDecoder(plain).Decode(&f)
	if err == nil && (len(f.Scenarios) == 0 || slices.ContainsFunc(f.Scenarios, func(s Scenario) bool { return s.Outcome == nil })) {
		err = errors.New("a sent forecast without an outcome")
	}
	return f, err
}

// OpenForecast returns the forecast of a link. It is for anybody and costs nothing, as reading a
// page; the films in it are counted as those of any page. A token that is malformed, unknown,
// revoked or expired, whose sender's account is suspended, or that opens nothing in the
// ledger, is the same fault of kind NotFound.
func (v *Visit) OpenForecast(ctx context.Context, token string) (*SentForecast, error) {
	if err := v.enter(ctx, access.Needs.Stats, func() error { return nil }); err != nil {
		return nil, err
	}
	t, err := access.ParseLinkToken(access.LinkForecast, token)
	if err != nil {
		return nil, err
	}
	share, owner, err := v.app.ledger.Share(ctx, t.Hash())
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return nil, fmt.Errorf("look up a sent forecast: %w", err)
	}
	if err != nil || !share.Good(v.now) || owner.Status != ledger.Active {
		return nil, access.ErrNoForecast()
	}
	f, err := v.app.openShare(t, &share)
	if err != nil {
		return nil, access.ErrNoForecast()
	}
	f.ID, f.Sent, f.Expires, f.Own = share.ID(), share.Created, share.Expires, v.caller.Mode == access.SignedIn && v.caller.Account == share.Account
	return &f, v.carries(ctx, filmsCompared(f.Scenarios))
}

func (a *App) openShare(t access.LinkToken, share *ledger.Share) (SentForecast, error) {
	seal, err := a.sealOfForecast(t)
	if err != nil {
		return SentForecast{}, err
	}
	packed, err := seal.open(share.Sealed)
	if err != nil {
		return SentForecast{}, err
	}
	return unpackForecast(packed.Body)
}

// SentLink is a link as the account sees it that sent it. It opens nothing.
type SentLink struct {
	ID            string
	Title         string
	Sent, Expires time.Time
}

// SentForecasts returns the links of the caller's own account that open, the newest first.
func (v *Visit) SentForecasts(ctx context.Context) ([]SentLink, error) {
	shares, err := v.ownShares(ctx)
	if err != nil {
		return nil, err
	}
	now := v.app.now()
	var all []SentLink
	for _, s := range slices.Backward(shares) {
		if s.Good(now) {
			all = append(all, SentLink{s.ID(), s.Name, s.Created, s.Expires})
		}
	}
	return all, nil
}

func (v *Visit) ownShares(ctx context.Context) ([]ledger.Share, error) {
	if err := v.Allow(access.Needs.Status); err != nil {
		return nil, err
	}
	if v.caller.Mode != access.SignedIn || v.caller.Account == "" {
		return nil, access.ErrSignInFirst()
	}
	shares, err := v.app.ledger.ListShares(ctx, v.caller.Account)
	if err != nil {
		return nil, fmt.Errorf("list sent forecasts: %w", err)
	}
	return shares, nil
}

// RevokeForecast ends a link of the caller's own account: on every server it opens nothing from
// now on. It is idempotent, and does nothing to the links of other accounts.
func (v *Visit) RevokeForecast(ctx context.Context, id string) error {
	shares, err := v.ownShares(ctx)
	if err != nil {
		return err
	}
	by := ledger.By{Actor: v.caller.Account, From: v.caller.From()}
	for _, s := range shares {
		if s.ID() == id {
			return v.app.ledger.EndShare(ctx, s.Account, s.Hash, by.Did(ledger.ShareEnded, s.Account, id, "", v.app.now()))
		}
	}
	return nil
}
