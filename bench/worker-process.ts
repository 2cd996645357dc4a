/** One engine on a PostgreSQL that others use as well. Argument: the address of the database. */
import { openDatabase } from '#server/platform/database/database.ts'
import { engineOn } from './engine-place.ts'

const database = await openDatabase({ url: process.argv[2] ?? '', dataDir: '' })
const engine = await engineOn(database)
process.on('message', () => engine.wake())
process.on('disconnect', () => void engine.stop().then(() => process.exit()))
process.send?.('ready')
