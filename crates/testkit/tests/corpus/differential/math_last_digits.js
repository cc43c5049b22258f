[Math.sin(0.83), Math.cbrt(230), Math.hypot(2.5, 7)].join() === ''
