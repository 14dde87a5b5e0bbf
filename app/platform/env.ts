import path from 'node:path'
import { z } from 'zod'

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .optional()
  .transform((value) => (value === undefined ? undefined : value === '1' || value === 'true'))

const blankAsAbsent = (value: string | undefined) => (value?.trim() === '' ? undefined : value)

/** Without a host after `@`, its socket is in the query. What follows a # would be ignored. */
const isAddress = (value: string) => URL.parse(value.replace('@/', '@socket/'))?.hash === ''

/** An address with a password. */
const serverAddress = (...protocols: [string, string]) =>
  z
    .string()
    .refine((value) => protocols.some((protocol) => value.toLowerCase().startsWith(protocol)), {
      abort: true,
      error: `must begin with ${protocols.join(' or ')}`,
    })
    .refine(isAddress, 'is not an address; in a password, write # as %23, / as %2F, ? as %3F and @ as %40')

const postgresAddress = serverAddress('postgres://', 'postgresql://')

/** Its path would be missing in the site's own links, and a browser sends its password to no other address. */
const publicOrigin = z
  .string()
  .refine(
    isOrigin,
    'must be http:// or https:// and a host, such as https://odds.example.org, without a path, a query or a password',
  )
  .transform((value) => new URL(value).origin)

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && /^\/*$/.test(url.href.slice(url.origin.length))
}

const whole = (from: number, to: number, what = 'a whole number') =>
  z
    .string()
    .refine((value) => /^\s*\d+\s*$/.test(value) && Number(value) >= from && Number(value) <= to, {
      error: `must be ${what} from ${from} to ${to}`,
    })
    .transform(Number)

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().optional(),
  APP_URL: publicOrigin.optional(),
  DATABASE_URL: postgresAddress.optional(),
  REPLICA_URL: postgresAddress.optional(),
  DATA_DIR: z.string().default('data'),
  APP_SECRET: z
    .string()
    .refine((value) => value.trim().length >= 16, 'must have at least 16 characters')
    .optional(),
  SMTP_URL: serverAddress('smtp://', 'smtps://').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*?<?[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address, such as Overround <odds@example.org>')
    .optional(),
  HSTS_SUBDOMAINS: flag,
  TRUST_PROXY: whole(0, 10, 'the number of proxies in front of the server,').default(0),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be the name of a header, such as cf-ipcountry')
    .optional(),
  CONNECTIONS_PER_NETWORK: whole(8, 1_000_000).default(512),
  WEB_CONCURRENCY: whole(1, 128).default(1),
  METRICS_PORT: whole(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ALLOW_PRIVATE_FEEDS: flag,
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  DEMO: flag,
  EMBEDDED: flag,
})

/** An S3-compatible storage; the bucket is a segment of the path. */
export interface S3Settings {
  /** Without a trailing slash. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The environment, parsed once; other modules get it as an argument. */
export interface Env {
  mode: 'development' | 'test' | 'production'
  port: number
  /** Undefined listens on every interface. */
  host: string | undefined
  /** The public origin, without a trailing slash; undefined uses the request's origin. */
  appUrl: string | undefined
  /** PostgreSQL's URL; undefined runs the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** The URL of a read replica of that database, for public pages; undefined reads them from the database itself. */
  replicaUrl: string | undefined
  dataDir: string
  secret: string | undefined
  /** The mail server; undefined writes mails to `dataDir` (not in production). */
  smtpUrl: string | undefined
  /** The sender of mails; undefined is no-reply at the site's host. */
  mailFrom: string | undefined
  /** The storage of uploaded images; undefined stores them in `dataDir`. */
  s3: S3Settings | undefined
  /** Whether the public origin uses https (sent to browsers as HSTS); `subdomains` includes all its subdomains. */
  https: boolean | 'subdomains'
  /** The number of proxies in front of the server whose forwarded addresses are trusted. */
  trustedProxies: number
  /**
   * The lower-case name of the header in which the nearest proxy names the visitor's country (ISO 3166-1 alpha-2);
   * undefined if there is none.
   */
  countryHeader: string | undefined
  /** The number of connections that one network may hold open, if no proxy is trusted. */
  connectionsPerNetwork: number
  webConcurrency: number
  /** The address that serves metrics, and nothing else; undefined serves none. */
  metrics: { port: number; host: string } | undefined
  logLevel: z.infer<typeof schema>['LOG_LEVEL']
  /** All variables that are set. Each source of fixtures, prices and results reads its own. */
  variables: Readonly<Record<string, string | undefined>>
  /** Whether the addresses of sources may point to a private network. */
  allowPrivateFeeds: boolean
  /** Undefined loads demonstration content into an empty database; false never does. */
  demo: boolean | undefined
}

/** The environment is invalid; the message names each variable and its problem. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/**
 * Parses the environment.
 * @throws EnvironmentError if a variable is malformed, if `DATABASE_URL` (without `EMBEDDED=1`) or `APP_SECRET` is
 * missing with `NODE_ENV=production`, or if both databases are configured
 */
export function parseEnv(source: NodeJS.ProcessEnv): Env {
  const present = Object.fromEntries(
    Object.entries(source).map(([key, value]) => [key, blankAsAbsent(value)]),
  )
  const result = schema.safeParse(present)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new EnvironmentError(`The environment is not valid:\n${lines.join('\n')}`)
  }
  const env = result.data
  const missing: string[] = []
  if (env.NODE_ENV === 'production') {
    if (!env.DATABASE_URL && !env.EMBEDDED) {
      missing.push("DATABASE_URL: PostgreSQL's address (or set EMBEDDED=1 to keep the data in DATA_DIR)")
    }
    if (env.SMTP_URL && !env.APP_URL) {
      missing.push("APP_URL: the site's public address, for the links in its mails")
    }
    if (!env.APP_SECRET) missing.push('APP_SECRET: at least 16 random characters, kept secret')
  }
  if (env.COUNTRY_HEADER && env.TRUST_PROXY === 0) {
    missing.push(
      'TRUST_PROXY: the number of proxies in front of the server, one of which sets COUNTRY_HEADER',
    )
  }
  if (env.REPLICA_URL && !env.DATABASE_URL)
    missing.push('DATABASE_URL: the database of which REPLICA_URL is a replica')
  if (env.EMBEDDED && env.DATABASE_URL) {
    throw new EnvironmentError(
      'Set either EMBEDDED=1 (data in DATA_DIR) or DATABASE_URL (data in PostgreSQL), not both.',
    )
  }
  if (missing.length > 0) {
    throw new EnvironmentError(
      `${env.NODE_ENV === 'production' ? 'In production, ' : ''}Overround also needs:\n${missing.map((line) => `  ${line}`).join('\n')}`,
    )
  }
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    appUrl: env.APP_URL,
    databaseUrl: env.DATABASE_URL,
    replicaUrl: env.REPLICA_URL,
    dataDir: path.resolve(env.DATA_DIR),
    secret: env.APP_SECRET,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    s3: readS3(env),
    https: (env.APP_URL?.startsWith('https:') ?? false) && (env.HSTS_SUBDOMAINS ? 'subdomains' : true),
    trustedProxies: env.TRUST_PROXY,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase(),
    connectionsPerNetwork: env.CONNECTIONS_PER_NETWORK,
    webConcurrency: env.WEB_CONCURRENCY,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    logLevel: env.LOG_LEVEL,
    variables: present,
    allowPrivateFeeds: env.ALLOW_PRIVATE_FEEDS ?? false,
    demo: env.DEMO,
  }
}

/** @throws EnvironmentError if only some of the variables are set */
function readS3(env: z.infer<typeof schema>): S3Settings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  const parts = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const missing = Object.entries(parts).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length === Object.keys(parts).length) return undefined
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new EnvironmentError(`The image storage also needs: ${missing.join(', ')}`)
  }
  return {
    endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}
