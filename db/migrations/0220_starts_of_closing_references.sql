/*
 * The closing reference of a listed price stayed as it was first computed: at the start before a correction, and none for a match
 * that was cancelled and played later. The start by which it was computed is known now.
 */

-- Null while the price is open, and while no prices tell a reference, as of a cancelled match.
alter table value_prices add closed_start timestamptz;
