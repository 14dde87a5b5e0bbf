-- The links of bookmakers with those that are merged into them. For each country the bookmaker's own link is used; without one, the
-- first of a merged bookmaker. Nothing is moved, so a split gives each its links back.
create view bookmaker_links as
select l.id, l.bookmaker_id, m.member_name, m.id as owner_id, m.no as owner_no, m.name as owner_name, m.is_active,
  l.country, l.template, l.sub1, l.sub2, l.sub3, l.sub4, l.sub5, l.created_at,
  row_number() over (partition by m.id, l.country order by l.bookmaker_id <> m.id, l.created_at, l.id) = 1 as is_used,
  (select string_agg(h.link_hosts, ' ' order by h.id <> m.id, h.id) from bookmakers h
    where h.link_hosts is not null and (h.id = m.id or h.merged_into = m.id)) as link_hosts
from link_templates l join bookmaker_members m on m.member_id = l.bookmaker_id;
