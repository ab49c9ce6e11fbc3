// Package wire holds what the HTTP dialects share, so that each dialect is only
// its routes and its shapes:
//
//   - Exchange: one request and its answer, from the request id to the last byte;
//   - Params: a struct that reads a route's parameters and describes them in
//     the OpenAPI document; Exchange.Decode: the same care for bodies;
//   - Handle: a route, walked in the order route, caller, Need, parameters,
//     load, question (REQ A-16);
//   - Files: bodies that are files, or forms with files in them;
//   - Tagged and Cached: 304, and bodies from the response cache, for questions that
//     are prepared (app.Prepared);
//   - Exchange.CreateIdempotent: what is made of a request that may be sent again (REQ
//     K-08);
//   - Fail: faults as status, envelope and headers (REQ E); Failures: what is logged,
//     counted and given back, in every dialect;
//   - conditional requests, content codings, budget headers, addresses behind
//     proxies.
//
// huma gives the OpenAPI model and the schemas of Go types. Its own request
// reader is not used: it cannot tell an empty parameter from an absent one, see
// one that is given twice, clamp, or refuse invalid UTF-8, and costs twice as
// much (TestHumasReaderCannotRefuse, BenchmarkReadingParameters).
//
// What is taken on at once is package admission's to decide. The package imports that,
// app and what lies below. Start reading at Handle, then Exchange.
package wire
