/**
 * Before the first browser test: the data folder that the products of all tests begin with. `npm test` makes it while the other tests run
 * (`node tests/e2e/kit/prepared.ts` prints its path), and removes it at the end; by hand it is made when Playwright starts.
 */
import { makePreparedFolder, prepareFolder } from './product.ts'

// Playwright takes what is to run before all tests by its default export.
// biome-ignore lint/style/noDefaultExport: see above
export default prepareFolder

if (process.argv[1] === import.meta.filename) console.log(await makePreparedFolder())
