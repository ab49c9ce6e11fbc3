package reference_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/ledger"
	"kinodex/internal/library"
	"kinodex/internal/serve"
	"kinodex/internal/serve/schema"
	"kinodex/internal/serve/site/docs/reference"
	"kinodex/internal/serve/v1"
	"kinodex/internal/serve/v2"
	"kinodex/internal/serve/wire"
	"kinodex/internal/starter"
)

// described returns the reference of both REST dialects, as a server of an empty app
// describes them.
var described = sync.OnceValue(func() *reference.Reference {
	a, err := app.New(context.Background(), app.Options{Ledger: ledger.NewMemory()})
	if err != nil {
		panic(err)
	}
	doc := wire.NewDescription(&huma.Info{Title: "Kinodex", Description: "Films."})
	api := wire.API{App: a, Mux: nowhere{}, Doc: doc}
	v1.Register(api)
	v2.Register(api)
	schema.Tidy(doc.Components.Schemas)
	return reference.New(doc, nil)
})

// nowhere takes routes and serves none.
type nowhere struct{}

func (nowhere) HandleFunc(string, func(http.ResponseWriter, *http.Request)) {}

// service is the starter, served.
type service struct {
	url, key, account string
	ledger            *ledger.Memory
	t                 *testing.T
}

// serveStarter installs the starter and serves it over HTTP, with a key that may do
// everything.
func serveStarter(t *testing.T) *service {
	t.Helper()
	root := filepath.Join(t.TempDir(), "library")
	lib, err := starter.Install(t.Context(), root, "kinodex test", nil, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	holder := library.HolderOf(root, lib, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { holder.Close() })
	s := &service{ledger: ledger.NewMemory(), t: t, account: ledger.NewAccountID()}
	a, err := app.New(t.Context(), app.Options{Holder: holder, Ledger: s.ledger, Version: "2.4.0"})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := serve.New(serve.Options{App: a})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	s.url = server.URL
	err = s.ledger.CreateAccount(t.Context(), ledger.Account{ID: s.account, Name: "reader", Plan: access.Operator, Created: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	_, s.key = s.newKey(access.Scopes(access.Read | access.Write | access.AI | access.Admin))
	return s
}

// newKey gives the id of a key of the service's account, and the key.
func (s *service) newKey(scopes access.Scopes) (id, shown string) {
	s.t.Helper()
	key, token := ledger.NewKey(s.account, "test", scopes, false, time.Now())
	if err := s.ledger.CreateKey(s.t.Context(), key); err != nil {
		s.t.Fatal(err)
	}
	return key.ID, token.Reveal()
}
