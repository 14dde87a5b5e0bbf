-- Names that every JavaScript object has of its own were never read as keys of texts, and broke the page that lists them.
delete from translations where key in (
  '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__', '__proto__', 'constructor',
  'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', 'toString', 'valueOf');
alter table translations add constraint translations_usable_key check (key not in (
  '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__', '__proto__', 'constructor',
  'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', 'toString', 'valueOf'));

-- Nothing has read it since recovery codes are in the answer to what made them.
alter table two_factors drop column codes_shown;
