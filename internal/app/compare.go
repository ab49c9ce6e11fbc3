package app

import (
	"context"
	"crypto/sha256"

	"kinodex/internal/access"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/parse"
)

// CompareQuestion asks what changed from one draft of a screenplay to the next.
type CompareQuestion struct{ Before, After Draft }

// Comparison answers a CompareQuestion. It is independent of the visit.
type Comparison struct {
	*research.DraftComparison
	Receipt Receipt `json:"receipt"`
}

// Compare measures two drafts and reports which features changed by more than small edits
// change them. The same two drafts give the same answer, receipt included, as long as the
// tier model is the same.
func (v *Visit) Compare(ctx context.Context, q CompareQuestion) (*Comparison, error) {
	if err := v.enter(ctx, access.Needs.Analyze, func() error { return q.check(ctx, v.app.reader) }); err != nil {
		return nil, err
	}
	if err := v.readPDFs(ctx, &q.Before, &q.After); err != nil {
		return nil, err
	}
	before, err := v.analyze(ctx, &q.Before, false)
	if err != nil {
		return nil, err
	}
	after, err := v.analyze(ctx, &q.After, false)
	if err != nil {
		return nil, err
	}
	found := v.library.Research.Compare(before, after)
	receipt, err := v.app.receipts.receipt(found, digestOfBoth(&q.Before, &q.After), before.Model)
	return &Comparison{found, receipt}, err
}

// check checks both drafts, the earlier one first.
func (q *CompareQuestion) check(ctx context.Context, reader parse.Reader) error {
	if err := q.Before.check(ctx, reader); err != nil {
		return err
	}
	return q.After.check(ctx, reader)
}

// digestOfBoth returns the digest of two drafts' digests, one after the other.
func digestOfBoth(before, after *Draft) [sha256.Size]byte {
	a, b := before.digest(), after.digest()
	return sha256.Sum256(append(a[:], b[:]...))
}
