/** "1 record", "2,000 records" */
export const counted = (value: number, what: string) => `${value.toLocaleString('en')} ${what}${value === 1 ? '' : 's'}`
