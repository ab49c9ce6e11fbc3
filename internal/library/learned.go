package library

import (
	"kinodex/internal/forecast"
	"kinodex/internal/pack"
	"kinodex/internal/research"
	"kinodex/internal/taste"
)

// TrainedModels is what the collections of a generation learned from its films and scripts, without
// the films: the models of forecasts and the comparables of each film, the tier model, and the
// latent themes and nearest neighbours of each film. A build of the same films and scripts that
// takes it over (Inputs.Learned) writes the same files, byte for byte, in a small part of the
// time.
type TrainedModels struct {
	forecast *forecast.TrainedModels
	research *research.TrainedModel
	taste    *taste.TrainedModel
}

// Learned returns what the generation learned. It may be used after Close.
func (l *Library) Learned() *TrainedModels {
	return &TrainedModels{l.Forecast.Learned(), l.Research.Learned(), l.Taste.Learned()}
}

// Write writes sections for ReadLearned; errors stay in w.
func (l *TrainedModels) Write(w *pack.Writer) {
	l.forecast.Write(w)
	l.research.Write(w)
	l.taste.Write(w)
}

// ReadLearned reads what TrainedModels.Write wrote. Errors stay in r, and the result is then not to
// be used.
func ReadLearned(r *pack.Reader) *TrainedModels {
	return &TrainedModels{forecast.ReadLearned(r), research.ReadLearned(r), taste.ReadLearned(r)}
}
