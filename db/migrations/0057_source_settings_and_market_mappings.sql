-- What an operator keeps of a source in the back office, sealed with the site's secret. The environment wins.
create table source_settings (
  source text not null,
  variable text not null,
  sealed text not null,
  updated_at timestamptz not null default now(),
  primary key (source, variable)
);

-- What an operator says of a market of a feed that the registry does not know: which one it is, or (type null) that it is ignored.
create table market_mappings (
  source text not null,
  key text not null,
  type text,
  period text,
  participant text,
  created_at timestamptz not null default now(),
  primary key (source, key),
  check ((type is null) = (period is null))
);
