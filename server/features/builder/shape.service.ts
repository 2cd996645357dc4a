/** What a draft knows of the records of its sides. It helps to build, and no version holds it. */
import type { Kysely } from 'kysely'
import { type DraftShapes, type RecordShape, storedBytesMax } from '#contract/connectors/config/shape.ts'
import { type FieldProblem, refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { lookupsWithShape, readShapes, removeShapes, writeShapes } from '../connectors/config/shapes.repository.ts'
import { findConnector, lockConnector } from '../connectors/details/connectors.repository.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'

/** As many as a configuration has. */
const lookupsMax = 16

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The sides that hold more than one side may keep. */
export function tooLarge({ source, destination, enrichment = {} }: DraftShapes): FieldProblem[] {
  const sides: (readonly [string, RecordShape | undefined])[] = [
    ['/source', source],
    ['/destination', destination],
    ...Object.entries(enrichment).map(([id, shape]) => [`/enrichment/${escaped(id)}`, shape] as const),
  ]
  return sides.flatMap(([path, shape]) => {
    const bytes = shape ? Buffer.byteLength(JSON.stringify(shape)) : 0
    if (bytes <= storedBytesMax) return []
    const message = `takes ${Math.ceil(bytes / 1_024)} kB, but the limit is ${storedBytesMax / 1_024} kB. Keep fewer or smaller examples`
    return [{ path, message }]
  })
}

export function createShapeService({ db }: { readonly db: Kysely<Tables> }) {
  return {
    async read(caller: Caller, id: string): Promise<DraftShapes> {
      const record = await findConnector(db, tenantScopeOf(caller), id)
      if (!record) throw refusal('connector/not-found')
      return readShapes(db, { companyId: record.companyId, connectorId: id })
    },

    /** Enrichments that the draft has not any more make room when there are too many. */
    async save(caller: Caller, id: string, shapes: DraftShapes): Promise<DraftShapes> {
      return inOneCommit(db, async (tx) => {
        const record = await lockConnector(tx, tenantScopeOf(caller), id)
        if (record?.connector._id !== id) throw refusal('connector/not-found')
        const given = Object.keys(shapes.enrichment ?? {})
        const errors = tooLarge(shapes)
        if (given.length > lookupsMax) errors.push({ path: '/enrichment', message: `must have at most ${lookupsMax} entries` })
        if (errors.length > 0) throw refusal('shape/too-large', { errors })
        const whose = { companyId: record.companyId, connectorId: id }
        await writeShapes(tx, whose, shapes)
        const known = await lookupsWithShape(tx, whose)
        const wanted = new Set([...given, ...record.draft.enrichment.map((it) => it.id)])
        if (known.length > lookupsMax)
          await removeShapes(
            tx,
            whose,
            known.filter((lookup) => !wanted.has(lookup)),
          )
        return readShapes(tx, whose)
      })
    },
  }
}
