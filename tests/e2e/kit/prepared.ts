/**
 * Before the first browser test: PostgreSQL, and the data folder of products with the embedded database. `npm test` makes the folder while the other tests
 * run (`node tests/e2e/kit/prepared.ts` prints its path), and removes it at the end; by hand it is made when Playwright starts.
 */
import { makePreparedFolder, prepare } from './product.ts'

// Playwright takes what is to run before all tests by its default export.
// biome-ignore lint/style/noDefaultExport: see above
export default prepare

if (process.argv[1] === import.meta.filename) console.log(await makePreparedFolder())
