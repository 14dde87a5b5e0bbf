-- How long a match of a sport usually takes: until then it may be in play, after it it is over by the clock.
create function usual_minutes(sport text) returns integer language sql immutable as $$
  select case lower(sport)
    when 'cricket' then 600
    when 'golf' then 720
    when 'mma' then 360
    when 'mixed martial arts' then 360
    when 'boxing' then 360
    when 'esports' then 300
    when 'snooker' then 300
    when 'tennis' then 300
    when 'american football' then 240
    when 'baseball' then 240
    when 'aussie rules' then 180
    when 'basketball' then 180
    when 'darts' then 180
    when 'ice hockey' then 180
    when 'volleyball' then 180
    else 120 end
$$;

alter table sports add duration_minutes integer not null default 120 check (duration_minutes between 30 and 720);
update sports set duration_minutes = usual_minutes(name) where usual_minutes(name) <> 120;

create function set_sport_duration() returns trigger language plpgsql as $$
begin
  new.duration_minutes := usual_minutes(new.name);
  return new;
end
$$;
create trigger sports_duration before insert on sports for each row execute function set_sport_duration();
