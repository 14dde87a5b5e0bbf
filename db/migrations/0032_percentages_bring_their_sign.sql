-- Percentages in these texts bring their own sign, in its place: what operators have written around them has one of its own.

update translations t
set value = regexp_replace(
  t.value, '[%\u066a]?(\{\{\s*(?:percent|sum)\s*\}\})(?:[\s\u00a0\u202f]*[%\u066a](?!\d))?', '\1', 'g')
from translation_namespaces n
where n.id = t.namespace_id and n.name = 'matches'
  and t.key in ('chance.note', 'chance.note-sure', 'sure-bet.return', 'sure-bet.explained', 'sure-bet.held-back');
