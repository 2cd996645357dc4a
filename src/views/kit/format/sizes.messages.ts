/** The numbers come written; the symbols are those of the SI, which `Intl` does not have in English. */
export const sizes = {
  bytes: (value: string) => `${value} B`,
  kilobytes: (value: string) => `${value} kB`,
  megabytes: (value: string) => `${value} MB`,
}
