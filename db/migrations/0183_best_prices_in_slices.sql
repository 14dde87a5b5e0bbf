/*
 * The embedded database never returns memory, and the statement that ranks the quotes of an import took the most of it. It now
 * ranks some hundred markets at a time. What is best in a market does not depend on other markets.
 */
alter function refresh_market_bests(integer[], timestamptz) rename to refresh_bests_of_slice;

-- Computes the best prices of markets. @returns the markets whose best prices changed
create function refresh_market_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql as $$
declare
  slice constant integer := 500;
  changed integer[] := '{}';
begin
  for start in 1 .. coalesce(cardinality(market_ids), 0) by slice loop
    changed := changed || refresh_bests_of_slice(market_ids[start : start + slice - 1], at);
  end loop;
  return changed;
end
$$;
