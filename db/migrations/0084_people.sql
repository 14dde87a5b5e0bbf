-- Roles of the back office, and invitations to it.

alter table profiles
  -- What the account may do in the back office; null for members. `role` remains for processes of the release before: it
  -- is `admin` for owners and administrators only, so such a process lets in nobody who may do less.
  add back_office_role text check (back_office_role in ('owner', 'administrator', 'editor', 'analyst'));

update profiles set back_office_role = 'administrator' where role = 'admin';
update profiles set back_office_role = 'owner' where id = (
  select id from profiles where role = 'admin' order by is_active desc, created_at, id limit 1);

/*
 * Keeps both columns in step, whichever of them is written. The first administrator of a site without an active owner
 * becomes its owner.
 */
create function set_back_office_role() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.back_office_role is not distinct from old.back_office_role
    and new.role is distinct from old.role then
    new.back_office_role := case when new.role = 'admin' then 'administrator' end;
  elsif tg_op = 'INSERT' and new.back_office_role is null and new.role = 'admin' then
    new.back_office_role := 'administrator';
  end if;
  if new.back_office_role = 'administrator' and new.is_active
    and (tg_op = 'INSERT' or old.back_office_role is distinct from new.back_office_role)
    and not exists (select 1 from profiles p where p.back_office_role = 'owner' and p.is_active and p.id <> new.id)
  then
    new.back_office_role := 'owner';
  end if;
  new.role := case when new.back_office_role in ('owner', 'administrator') then 'admin' else 'user' end;
  return new;
end $$;
create trigger profiles_back_office_role before insert or update of role, back_office_role on profiles
  for each row execute function set_back_office_role();

-- Everybody who may enter the back office has the short sessions of an administrator.
create or replace function limit_session() returns trigger language plpgsql as $$
declare
  is_staff boolean := (select back_office_role is not null from profiles where id = new.user_id);
begin
  new.expires_at := least(
    new.expires_at,
    new.updated_at + case when is_staff then interval '24 hours' else interval '14 days' end,
    new.created_at + case when is_staff then interval '7 days' else interval '30 days' end);
  return new;
end $$;

create index profiles_back_office on profiles (back_office_role) where back_office_role is not null;

create table invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and email <> ''),
  role text not null check (role in ('owner', 'administrator', 'editor', 'analyst')),
  -- SHA-256 of the token in the mail's link; the token itself is not stored.
  token_hash text not null unique,
  -- Without the account of the inviter, the invitation does not count.
  invited_by uuid references profiles on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create index invitations_email on invitations (email);
create index invitations_inviter on invitations (invited_by);
-- One open invitation for an address; a new one withdraws it.
create unique index invitations_open on invitations (email) where accepted_at is null and withdrawn_at is null;
