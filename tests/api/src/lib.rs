//! Journeys over real HTTP against the local cloud.
