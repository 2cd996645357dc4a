import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** What a transform makes, as a person would write it. */
export const ruleMeaningMessages = {
  default: (path: string, value: string) => `${path}, or ${value} if missing`,
  split: (part: number, path: string, separator: string) => `part ${part} of ${path}, split at ${separator}`,
  case: {
    upper: (path: string) => `${path} in upper case`,
    lower: (path: string) => `${path} in lower case`,
    title: (path: string) => `${path} in title case`,
  },
  date: (path: string, format: string) => `${path} as ${format}`,
  number: (path: string, digits: number) => `${path} with ${counted({ one: '# decimal', other: '# decimals' })(digits)}`,
  table: (path: string, values: number) => `${path} by a table of ${counted({ one: '# value', other: '# values' })(values)}`,
  condition: (condition: string, then: string, otherwise: string) => `${then} if ${condition}, else ${otherwise}`,
  operators: {
    equals: '=',
    notEquals: '≠',
    greater: '>',
    less: '<',
    contains: 'contains',
    isEmpty: 'is empty',
  },
}
