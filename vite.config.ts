import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { flags } from './scripts/flags-plugin.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), flags()],
  // The server bundle's entry is our own: it wraps the framework's request handler (see server/app.ts).
  environments: {
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
  },
})
