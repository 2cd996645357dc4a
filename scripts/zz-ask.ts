import { readFileSync } from 'node:fs'
import { openDatabase } from '#server/platform/database/database.ts'
import { plan } from '#server/features/assistant/planner.ts'
import { plainText } from '#server/features/assistant/speech.ts'
import { ownTermsOf } from '#server/features/assistant/language/vocabulary.ts'
import { readyMade } from '#server/features/library/ready-made/library.ts'
import { createCauseEvidenceService } from '#server/features/connectors/problems/cause-evidence.service.ts'
import { recordNames } from '#server/features/connectors/runs/record-names.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { readConfig } from '#server/platform/config/config.ts'
void ownTermsOf
const key = readFileSync('/tmp/a-x/secret.key', 'utf8').trim()
const vault = createVault(key)
const d = await openDatabase({ url: 'postgres://postgres@127.0.0.1:5119/dc', dataDir: '/tmp/a-x' })
const db = d.db
const { rows } = await db.selectFrom('users').selectAll().execute().then((rows) => ({ rows }))
const who: any = { demo: 'admin@demo.test', vela: 'mira@vela.test', user: 'user@demo.test', petra: 'petra@vela.test' }
const config = readConfig({})
const evidence: any = { read: createCauseEvidenceService({ db, vault }).read, names: (of: any, ids: any) => recordNames({ db, vault }, of, ids) }
const now = Date.parse('2026-11-29T15:11:00Z')
const [, , file, ...only] = process.argv
const items = file === '-' ? [{ id: 'x', company: only[0], history: only.slice(1, -1), q: only.at(-1), expect: '' }] : JSON.parse(readFileSync(file!, 'utf8'))
for (const it of items) {
  if (file !== '-' && only.length > 0 && !only.includes(it.id)) continue
  const u = rows.find((r) => r.email === who[it.company])!
  const caller: any = { kind: 'session', userId: u.id, companyId: u.company_id, role: u.role, email: u.email }
  const scope = { companyId: u.company_id, ownerId: u.role === 'USER' ? u.id : null }
  try {
    const { scene, told } = await plan({ db, caller, scope, now, zone: 'UTC', message: it.q, library: readyMade('http://sandbox.test'), quotas: config.quotas, evidence, publicUrl: 'http://x', connectorId: null, before: it.history ?? [] } as any)
    console.log(`\n## ${it.id} [${it.company}] ${(it.history ?? []).map((h: string) => `(${h}) `).join('')}**${it.q}**\n   EXPECT: ${it.expect}\n   <${scene.intent}>\n${plainText(told.sentences, told.facts).split('\n').map((l) => '   ' + l).join('\n')}${told.proposals.length ? '\n   PROPOSES ' + told.proposals.map((p) => p.kind) : ''}${told.suggestions.length ? '\n   ? ' + told.suggestions.join(' | ') : ''}`)
  } catch (e: any) { console.log(`\n## ${it.id} ${it.q} ERROR ${e.stack}`) }
}
await d.close()
