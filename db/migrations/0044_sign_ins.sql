-- Who signed in and who tried to; how long a session lasts.

create table sign_ins (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null where the e-mail address that was typed has no account: the address itself is kept by nobody.
  user_id uuid references profiles on delete cascade,
  outcome text not null check (outcome in ('signed_in', 'code_asked', 'wrong_password', 'wrong_code', 'not_confirmed', 'refused')),
  ip_address text,
  user_agent text
);
create index sign_ins_at on sign_ins (at desc);
create index sign_ins_user on sign_ins (user_id, at desc);

-- A session ends when it is not used for so long, and at a certain age whatever its use. Times are those that the site
-- writes, whose clock need not be the database's.
create function limit_session() returns trigger language plpgsql as $$
declare
  is_admin boolean := (select role = 'admin' from profiles where id = new.user_id);
begin
  new.expires_at := least(
    new.expires_at,
    new.updated_at + case when is_admin then interval '24 hours' else interval '14 days' end,
    new.created_at + case when is_admin then interval '7 days' else interval '30 days' end);
  return new;
end $$;
create trigger sessions_limited before insert or update on sessions for each row execute function limit_session();
update sessions set expires_at = expires_at;
