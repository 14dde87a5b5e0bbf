-- The gradient of match cards has two names, `match_card_*` and `matchcard_*`. The pages read the second; whichever of the
-- two is changed, the other follows, so that they are one setting whoever writes it.

create function mirror_match_card_gradient() returns trigger language plpgsql as $$
declare
  part text;
  was jsonb := to_jsonb(old);
  is_now jsonb := to_jsonb(new);
  mirrored jsonb := '{}';
begin
  foreach part in array array['enabled', 'start_color', 'end_color', 'angle', 'start_opacity', 'end_opacity'] loop
    if is_now->('matchcard_gradient_' || part) <> was->('matchcard_gradient_' || part) then
      mirrored := mirrored || jsonb_build_object('match_card_gradient_' || part, is_now->('matchcard_gradient_' || part));
    elsif is_now->('match_card_gradient_' || part) <> was->('match_card_gradient_' || part) then
      mirrored := mirrored || jsonb_build_object('matchcard_gradient_' || part, is_now->('match_card_gradient_' || part));
    end if;
  end loop;
  return jsonb_populate_record(new, mirrored);
end
$$;

create trigger site_settings_mirror before update on site_settings for each row execute function mirror_match_card_gradient();
