/** The built console: hashed files that never change, and the page with a new nonce each time. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Provider } from '#contract/auth/oauth.ts'
import type { Config } from '../config/config.ts'
import { basePathOf } from './base-path.ts'

/** The build writes this word wherever a nonce belongs. */
const placeholder = '__CSP_NONCE__'
/** Stands in the page for the identity providers, so that the sign-in page need not ask for them. */
const providersPlaceholder = '__PROVIDERS__'

/** Stands in the page for whether anybody may sign up. */
const signUpPlaceholder = '__SIGN_UP__'

/** Stands in the page for the address of the sandbox; empty where it is off. */
const sandboxPlaceholder = '__SANDBOX__'

/** As the value of an attribute in double quotes. */
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The page as it is served below a path: the build names its files from the root of the host. */
const below = (base: string, html: string) =>
  base === ''
    ? html
    : html.replaceAll('="/', `="${base}/`).replaceAll('url(/', `url(${base}/`).replace('data-base=""', `data-base="${base}"`)

/** The hashes of the scripts that stand in the page itself, as a policy names them. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script nonce="[^"]*">([^<]*)<\/script>/g)].map(
    ([, code = '']) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )

/** Threat T-XSS. */
const pagePolicy = (nonce: string, scripts: readonly string[]) =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts.join('')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')

/** A worker takes its policy from its own file. */
const filePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** Paths that belong to programs; everything else is a place in the console. */
const programPaths =
  /^\/+(api|api-connectors|api-configs|api-keys|assets|sandbox|hooks|graphql|healthz|readyz|metrics|openapi\.json)(\/|$)/i

/** A path that ends like the name of a file, is hidden, escaped or climbs: a client that accepts anything wants that file, and not a page. */
const filePath = /\.\w+$|\/\.|\/\/|%/

/** Whether a client takes a page for this path: it names HTML, or takes whatever there is, as `curl` does. Who names JSON is a program. */
function takesPage(accept: string | undefined, path: string): boolean {
  const types = (accept ?? '*/*').split(',').map((part) => (part.split(';', 1)[0] ?? '').trim().toLowerCase())
  return types.includes('text/html') || (types.every((type) => type === '*/*' || type === 'text/*') && !filePath.test(path))
}

const setupPath = '/setup'
const signInPath = '/sign-in'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Quick rather than small: the page is compressed for each person. */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

type Served = Pick<Config, 'consoleDir' | 'sandbox' | 'sandboxOrigin' | 'publicUrl'>

/** What is asked for each page that is served. */
type PageFacts = {
  /** Whether there is anybody who could sign in; until then every place leads to the set-up. */
  readonly isSetUp: () => Promise<boolean>
  readonly isSignUpOpen: () => Promise<boolean>
}

export type ConsolePage = {
  /** Whether a request opens a place of the console, as a browser does. */
  readonly isWanted: (request: FastifyRequest) => boolean
  readonly send: (reply: FastifyReply, request: FastifyRequest) => Promise<FastifyReply>
}

/**
 * Serves the files of the built console. Null when it is not built (then only the API is served).
 * The page holds the providers with which people may sign in, whether anybody may sign up, and where connectors reach the sandbox.
 */
export async function serveConsole(
  app: FastifyInstance,
  { consoleDir: folder, sandbox, sandboxOrigin, publicUrl }: Served,
  { isSetUp, isSignUpOpen }: PageFacts,
  providers: readonly Provider[],
): Promise<ConsolePage | null> {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return null
  const base = basePathOf(publicUrl)
  const html = below(base, readFileSync(page, 'utf8')).replaceAll(sandboxPlaceholder, escaped(sandbox ? sandboxOrigin : ''))
  const scripts = inlineScripts(html)
  const providersText = escaped(JSON.stringify(providers.map(({ id, name }) => ({ id, name }))))
  await app.register(serveFiles, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('content-security-policy', filePolicy)
    },
  })

  return {
    isWanted({ method, url, headers }) {
      const path = url.split('?', 1)[0] ?? ''
      return (method === 'GET' || method === 'HEAD') && !programPaths.test(path) && takesPage(headers.accept, path)
    },
    async send(reply, { headers, url }) {
      const isSetup = url.split('?', 1)[0] === setupPath
      // A page that says that the server is not available is better than none.
      const isReady = await isSetUp().catch(() => !isSetup)
      if (isReady === isSetup)
        return reply.header('cache-control', 'no-store').redirect(`${base}${isReady ? signInPath : setupPath}`, 302)
      const nonce = randomBytes(16).toString('base64')
      // A function: in a plain replacement `$` has a meaning. The providers last, so that nothing in a name becomes a nonce.
      // Where nobody can tell, the page shows the form, and the server refuses what must not be.
      const signUp = (await isSignUpOpen().catch(() => true)) ? 'open' : 'closed'
      const text = html
        .replaceAll(placeholder, nonce)
        .replaceAll(signUpPlaceholder, signUp)
        .replaceAll(providersPlaceholder, () => providersText)
      const accepted = String(headers['accept-encoding'] ?? '')
      reply
        .code(200)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('vary', 'accept-encoding')
        .header('content-security-policy', pagePolicy(nonce, scripts))
      if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await compressBrotli(text, brotliOptions))
      if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await compressGzip(text))
      return reply.send(text)
    },
  }
}
