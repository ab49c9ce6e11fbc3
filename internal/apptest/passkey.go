package apptest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/descope/virtualwebauthn"
	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
)

// Attestation is what a device answers to a question for a new passkey.
//
// The virtual device leaves out the zero byte that a coordinate of one public
// key in 128 begins with. Real devices must write it (RFC 9053, section 7.1.1)
// and keys without it are refused, so it is put back. The statement, which
// signs the shorter key, goes: browsers drop it, too, unless they are asked who
// made the device.
func Attestation(t testing.TB, party virtualwebauthn.RelyingParty, device virtualwebauthn.Authenticator, key virtualwebauthn.Credential, asked *virtualwebauthn.AttestationOptions) string {
	t.Helper()
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var answer struct {
		Type     string `json:"type"`
		ID       string `json:"id"`
		RawID    string `json:"rawId"`
		Response struct {
			AttestationObject string `json:"attestationObject"`
			ClientDataJSON    string `json:"clientDataJSON"`
		} `json:"response"`
	}
	try(json.Unmarshal([]byte(virtualwebauthn.CreateAttestationResponse(party, device, key, *asked)), &answer))
	object, err := base64.RawURLEncoding.DecodeString(answer.Response.AttestationObject)
	try(err)
	var made struct {
		Format    string         `cbor:"fmt"`
		Statement map[string]any `cbor:"attStmt"`
		Data      []byte         `cbor:"authData"`
	}
	try(webauthncbor.Unmarshal(object, &made))

	short := key.Key.AttestationData()
	var public webauthncose.EC2PublicKeyData
	try(webauthncbor.Unmarshal(short, &public))
	public.XCoord, public.YCoord = coordinate(public.XCoord), coordinate(public.YCoord)
	full, err := webauthncbor.Marshal(public)
	try(err)

	made.Format, made.Statement = "none", map[string]any{}
	made.Data = append(bytes.TrimSuffix(made.Data, short), full...)
	object, err = webauthncbor.Marshal(made)
	try(err)
	answer.Response.AttestationObject = base64.RawURLEncoding.EncodeToString(object)
	whole, err := json.Marshal(answer)
	try(err)
	return string(whole)
}

// coordinate is a coordinate of P-256 at its full length.
func coordinate(b []byte) []byte {
	return append(make([]byte, 32-len(b)), b...)
}
