/** Before the first browser test: the data folder that the products of all tests begin with. */
import { prepareFolder } from './product.ts'

// Playwright takes what is to run before all tests by its default export.
// biome-ignore lint/style/noDefaultExport: see above
export default prepareFolder
