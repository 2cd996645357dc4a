/** A reporter of Vitest that writes down errors that belong to no test, which the report in JSON leaves out. */
import { writeFileSync } from 'node:fs'

// biome-ignore lint/style/noDefaultExport: Vitest takes the default export of the file.
export default class UnhandledErrors {
  onTestRunEnd(_, errors) {
    if (process.env.UNHANDLED_ERRORS)
      writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(errors.map(({ message }) => message)))
  }
}
