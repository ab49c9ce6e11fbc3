package identity_test

import (
	"context"
	"reflect"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
)

// Every method of Authority that a caller is handed to is for who is signed in, whatever it is
// asked: it refuses nobody and the holder of a key. Client alone answers anybody, with
// registered clients (TestDocumentsAreFetchedForPeopleOnly has the others); the questions of
// Visit are let in by a gate (TestEveryQuestionIsGated of package app asks them).
func TestEveryQuestionIsForWhoIsSignedIn(t *testing.T) {
	h := apptest.Open(t)
	authority := reflect.ValueOf(h.App.Identity())
	for _, caller := range []access.Caller{{}, {Mode: access.WithKey, Account: "acc_1", Plan: access.Operator, Scopes: ^access.Scopes(0)}} {
		questions := 0
		for i := range authority.NumMethod() {
			name, method := authority.Type().Method(i).Name, authority.Method(i)
			in, takes := arguments(t.Context(), method.Type(), caller)
			if !takes || name == "Client" || name == "Visit" {
				continue
			}
			questions++
			out := method.Call(in)
			if err, _ := out[len(out)-1].Interface().(error); !fault.Is(err, fault.InvalidKey) {
				t.Errorf("%s answered %v with %v, want a refusal of kind %s", name, caller, err, fault.InvalidKey)
			}
		}
		if questions < 15 {
			t.Errorf("only %d questions found", questions)
		}
	}
}

// arguments gives those to call a method with, and whether a caller is among them.
func arguments(ctx context.Context, method reflect.Type, caller access.Caller) (in []reflect.Value, takes bool) {
	given := method.NumIn()
	if method.IsVariadic() {
		given--
	}
	for i := range given {
		switch of := method.In(i); {
		case of == reflect.TypeFor[context.Context]():
			in = append(in, reflect.ValueOf(ctx))
		case of == reflect.TypeFor[access.Caller]():
			in, takes = append(in, reflect.ValueOf(caller)), true
		case of.Kind() == reflect.String:
			in = append(in, reflect.ValueOf("word"))
		default:
			in = append(in, reflect.Zero(of))
		}
	}
	return in, takes
}
