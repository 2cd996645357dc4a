/** A program: makes the files of an embedded database in an empty folder, and beside it the version that made them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { openFolder, versionFile, versionOfPglite } from './cluster-folder.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('Name the folder as an argument.')
rmSync(versionFile(folder), { force: true })
rmSync(folder, { recursive: true, force: true })
// Every user that starts the product may read the files: they contain no data yet.
mkdirSync(folder, { recursive: true })
const pg = await openFolder(folder)
await pg.close()
writeFileSync(versionFile(folder), versionOfPglite())
