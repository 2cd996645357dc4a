/** Once per run: a migrated template of each database, so that a test file gets its own within milliseconds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

import { findPostgres, makeTemplate, type Postgres } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a migrated embedded database that nobody has open. */
    embeddedTemplate: string
    /** Address of a PostgreSQL server for its superuser, or null when there is none. The product gets databases of `ordinary-role.ts` only. */
    postgresSuperuserUrl: string | null
    /** Why there is no PostgreSQL. */
    postgresMissing: string
  }
}

type Templates = Postgres & { readonly folder: string }

type Shared = { templates: Promise<Templates> | null; users: number }

/** Each project of a run loads this file for itself. What all of them share is kept with the process, and goes with the last of them. */
const ofProcess = globalThis as typeof globalThis & { testDatabases?: Shared }
ofProcess.testDatabases ??= { templates: null, users: 0 }
const shared = ofProcess.testDatabases

export async function setup(project: TestProject): Promise<void> {
  shared.users += 1
  shared.templates ??= makeTemplates()
  const { folder, url, missing } = await shared.templates
  project.provide('embeddedTemplate', folder)
  project.provide('postgresSuperuserUrl', url)
  project.provide('postgresMissing', missing)
}

export async function teardown(): Promise<void> {
  shared.users -= 1
  const templates = await shared.templates
  if (shared.users > 0 || !templates) return
  await templates.cluster?.stop()
  rmSync(templates.folder, { recursive: true, force: true })
}

async function makeTemplates(): Promise<Templates> {
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-tests-'))
  const [postgres] = await Promise.all([findPostgres(), makeTemplate({ url: null, dataDir: folder })])
  return { folder, ...postgres }
}
