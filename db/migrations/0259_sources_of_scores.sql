-- The feed that has written the score: it alone corrects it. Null where an operator has typed or fetched it, and of before.
alter table matches add column score_source text;
