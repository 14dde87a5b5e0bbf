import pg from 'pg'

const INT2_ARRAY = 1005
const INT8_ARRAY = 1016

/** Types whose text both drivers parse into the same JavaScript values. */
export const parsers: { oid: number; parse: (text: string) => unknown }[] = [
  { oid: pg.types.builtins.INT8, parse: Number },
  { oid: pg.types.builtins.NUMERIC, parse: Number },
  { oid: pg.types.builtins.DATE, parse: (text) => text },
  { oid: INT2_ARRAY, parse: parseNumbers },
  { oid: INT8_ARRAY, parse: parseNumbers },
]

/** '{1,NULL,2}' */
function parseNumbers(text: string): (number | null)[] {
  return text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((one) => (one === 'NULL' ? null : Number(one)))
}
