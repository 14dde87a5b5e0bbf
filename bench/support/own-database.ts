import pg from 'pg'

/**
 * Creates a database for a measurement on a PostgreSQL server.
 * @param measurement its name, a part of the database's
 * @returns undefined without a server
 */
export async function createDatabase(measurement: string, server: string | undefined) {
  if (!server) return undefined
  const name = `overround_${measurement}_${process.pid}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}
