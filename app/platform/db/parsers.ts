import pg from 'pg'

/** Types whose text both drivers turn into the same JavaScript values. */
export const parsers: { oid: number; parse: (text: string) => unknown }[] = [
  { oid: pg.types.builtins.INT8, parse: Number },
  { oid: pg.types.builtins.NUMERIC, parse: Number },
  { oid: pg.types.builtins.DATE, parse: (text) => text },
]
