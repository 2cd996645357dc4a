/**
 * Properties: the short form plays the same seed each time, so that a red test is red again and a change is judged by what it changed.
 * The full form plays a new one, which a failure prints; `PROPERTY_SEED=<number>` plays that one in either form.
 */
import fc from 'fast-check'

import { isFullForm } from './form.ts'

const given = process.env['PROPERTY_SEED']
const shortSeed = 20_261_126

if (given !== undefined) fc.configureGlobal({ seed: Number(given) })
else if (!isFullForm) fc.configureGlobal({ seed: shortSeed })
