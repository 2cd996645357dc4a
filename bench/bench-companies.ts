/** Companies with one administrator each, on a PostgreSQL of their own, for benchmarks that need no connectors. */
import { v7 as uuid } from 'uuid'
import { addCompany } from '#server/features/auth/companies.repository.ts'
import { addUser } from '#server/features/auth/users.repository.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'

export async function benchCompanies(count: number) {
  const cluster = await startCluster()
  const database = await openDatabase({ url: cluster.url, dataDir: '' })
  const { db } = database
  await migrate(db)
  const callers = Array.from({ length: count }, () => ({ companyId: uuid(), userId: uuid() }))
  for (const { companyId, userId } of callers) {
    await addCompany(db, { id: companyId, name: companyId, workspaceName: companyId })
    const names = { firstName: 'Ada', lastName: 'Bench', email: `${userId}@bench.test`, role: 'ADMIN' as const, passwordHash: '' }
    await addUser(db, { ...names, id: userId, companyId })
  }
  const close = async () => {
    await database.close()
    await cluster.stop()
  }
  return { database, db, callers, close }
}
