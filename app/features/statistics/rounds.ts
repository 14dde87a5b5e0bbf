/** Rounds of competitions in the words of API-Football, the one source that names them: "Regular Season - 12", "Semi-finals". */

/** "Final Round - 3" is played by a group. */
const KNOCK_OUT =
  /\b(?:quarter|semi)?-?finals?\b(?! (?:round|stage|phase|group))|\bplay[- ]?(?:offs?|ins?)\b|\bknock-?out\b|\b(?:round of|last) \d|\b(?:\dth|3rd|third) place\b|\bdecider\b|\breclasificaci[oó]n\b/i
/** Ties, unless their days are numbered: "1st Qualifying Round", but "Qualifying Round - 7" and "2nd Round - 3" are of groups. */
const TIES = /\b(?:qualifying|qualification|preliminary|\d(?:st|nd|rd|th)) round\b/i
const NUMBERED = / - \d+$/

/**
 * Whether the matches of a round count in the table of its league: not those of knock-outs, play-offs and qualifying. A
 * championship or relegation round goes on from the points of the regular season, so it counts. So does an unknown round.
 */
export function isTableRound(round: string | null): boolean {
  if (round === null) return true
  return !KNOCK_OUT.test(round) && (NUMBERED.test(round) || !TIES.test(round))
}
