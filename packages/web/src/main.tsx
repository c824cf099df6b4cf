import { createRoot } from 'react-dom/client';
import './styles/base.css';
import './styles/reading.css';
import './styles/runs.css';
import { App } from './ui/app.tsx';

createRoot(document.getElementById('root')!).render(<App />);
