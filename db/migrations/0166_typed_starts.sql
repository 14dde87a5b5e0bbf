-- Whether an operator has entered the kick-off. It stays until the match's feed sends another one than before.
alter table matches add column start_typed boolean not null default false;
