/** Chooses a file. The same file can be chosen again after it was corrected. */
export function FileField({
  label,
  accept,
  onFile,
}: {
  label: string
  accept: string
  onFile: (file: File) => void
}) {
  return (
    <label className="flex flex-col gap-1 text-sm">
      {label}
      <input
        type="file"
        accept={accept}
        className="text-sm text-muted file:me-3 file:min-h-10 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-muted/60 file:bg-transparent file:px-4 file:text-heading"
        onClick={(event) => {
          event.currentTarget.value = ''
        }}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
