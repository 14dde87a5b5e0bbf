-- Lists ask of every match whose best prices an operator typed; nearly none has any.
create index odds_typed on odds (match_id) where source = 'typed';
